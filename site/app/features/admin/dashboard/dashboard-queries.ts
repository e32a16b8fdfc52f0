import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'

async function countRows(table: 'vehicles' | 'enquiries' | 'test_drives', where: { sold?: boolean } = {}) {
  let query = browserRest().from(table).select('id', { count: 'exact', head: true })
  for (const [column, value] of Object.entries(where)) query = query.eq(column, value)
  const { count, error } = await query
  if (error) throw error
  return count ?? 0
}

export const dashboardCounts = queryOptions({
  queryKey: ['dashboard', 'counts'],
  queryFn: async () => {
    const [vehicles, sold, enquiries, testDrives] = await Promise.all([
      countRows('vehicles'),
      countRows('vehicles', { sold: true }),
      countRows('enquiries'),
      countRows('test_drives'),
    ])
    return { vehicles, sold, enquiries, testDrives }
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
