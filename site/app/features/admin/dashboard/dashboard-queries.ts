import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'

const COUNT_ONLY = { count: 'exact', head: true } as const

async function toCount(query: PromiseLike<{ count: number | null; error: unknown }>): Promise<number> {
  const { count, error } = await query
  if (error) throw error
  return count ?? 0
}

export const dashboardCounts = queryOptions({
  queryKey: ['dashboard', 'counts'],
  queryFn: async () => {
    const rest = browserRest()
    // Without a limit, the server would also read the first thousand rows.
    const [vehicles, sold, enquiries, testDrives] = await Promise.all([
      toCount(rest.from('vehicles').select('id', COUNT_ONLY).limit(1)),
      toCount(rest.from('vehicles').select('id', COUNT_ONLY).eq('sold', true).limit(1)),
      toCount(rest.from('enquiries').select('id', COUNT_ONLY).limit(1)),
      toCount(rest.from('test_drives').select('id', COUNT_ONLY).limit(1)),
    ])
    return { vehicles, sold, enquiries, testDrives }
  },
  refetchInterval: 30_000,
})
