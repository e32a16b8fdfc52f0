import { QueryClient } from '@tanstack/react-query'

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      // A staff screen is right when it is fresh: reads are shown from the cache at once and repeated behind it. The rest
      // client itself tries reads again that did not arrive.
      queries: { staleTime: 5_000, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
