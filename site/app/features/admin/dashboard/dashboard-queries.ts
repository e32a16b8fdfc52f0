import { queryOptions } from '@tanstack/react-query'
import { fetchOfficeCounts, sumOf } from '#app/features/admin/list/office-counts.ts'
import { browserRest } from '#app/lib/backend.ts'

export const dashboardCounts = queryOptions({
  queryKey: ['dashboard', 'counts'],
  queryFn: async () => {
    const counts = await fetchOfficeCounts()
    return {
      vehicles: sumOf(counts, 'vehicle'),
      sold: sumOf(counts, 'vehicle', 'Sold'),
      enquiries: sumOf(counts, 'enquiry'),
      testDrives: sumOf(counts, 'test-drive'),
    }
  },
  refetchInterval: 30_000,
})

const RECENT = 12

export const recentActivity = queryOptions({
  queryKey: ['dashboard', 'activity'],
  queryFn: async () => {
    const { data, error } = await browserRest()
      .from('activity')
      .select('id, kind, summary, vehicle_id, created_at')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(RECENT)
    if (error) throw error
    return data
  },
  refetchInterval: 30_000,
})
