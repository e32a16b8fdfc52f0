import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import { browserRest } from '#app/lib/backend.ts'
import { addDays, londonMidnight } from '#app/lib/dates.ts'
import { ACTIVITY_SUBJECTS, type ActivityFilters } from './activity-filters.ts'

const COLUMNS =
  'id, kind, summary, vehicle_id, subject_id, created_at, actor:profiles(first_name, last_name, email)' as const

/** Newest first. The parts of a bulk change are shown with the entry that sums it up. */
const readActivity = (options?: { count: 'exact' }) =>
  browserRest()
    .from('activity')
    .select(COLUMNS, options)
    .is('part_of', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })

/** What a bulk change did to each vehicle. */
export const activityParts = (id: number) =>
  queryOptions({
    queryKey: ['activity', 'parts', id],
    queryFn: async () => {
      const { data, error } = await browserRest().from('activity').select(COLUMNS).eq('part_of', id).order('id')
      if (error) throw error
      return data
    },
    // Entries never change.
    staleTime: Number.POSITIVE_INFINITY,
  })

const RECENT = 12

export const recentActivity = queryOptions({
  queryKey: ['dashboard', 'activity'],
  queryFn: async () => {
    const { data, error } = await readActivity().limit(RECENT)
    if (error) throw error
    return data
  },
  refetchInterval: 30_000,
})

export const activityPage = (filters: ActivityFilters, page: number) =>
  queryOptions({
    queryKey: ['activity', filters, page],
    queryFn: () =>
      fetchPage(page, (first, last) => {
        const { who, what, from, to } = filters
        let query = readActivity({ count: 'exact' }).range(first, last)
        if (who) query = query.eq('actor_id', who)
        if (what) query = query.or(ACTIVITY_SUBJECTS[what]?.filter ?? '')
        if (from) query = query.gte('created_at', londonMidnight(from))
        if (to) query = query.lt('created_at', londonMidnight(addDays(to, 1)))
        return query
      }),
    placeholderData: keepPreviousData,
  })
