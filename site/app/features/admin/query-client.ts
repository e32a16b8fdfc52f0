import { QueryClient } from '@tanstack/react-query'

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      // A staff screen is right when it is fresh: reads are shown from the cache at once and repeated behind it.
      queries: { staleTime: 5_000, retry: 1, retryDelay: 500, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
