import { QueryClient } from '@tanstack/react-query'

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      // Staff need current data, so cached rows are shown at once and refetched in the background. The REST client
      // already retries failed reads.
      queries: { staleTime: 5_000, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
