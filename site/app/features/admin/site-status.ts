import { queryOptions } from '@tanstack/react-query'
import { getFunctions } from '#app/lib/backend.ts'

interface SiteStatus {
  /** Whether mail leaves this site. */
  mailConfigured: boolean
  autotraderConfigured: boolean
}

/** What is set up outside the database. Unknown (the call failed) is undefined, so that nothing wrong is claimed. */
export const siteStatus = queryOptions({
  queryKey: ['site-status'],
  queryFn: async () => {
    const functions = await getFunctions()
    const { data, error } = await functions.invoke<SiteStatus>('site-status', { method: 'GET' })
    if (error) throw error
    return data
  },
  staleTime: 60_000,
})
