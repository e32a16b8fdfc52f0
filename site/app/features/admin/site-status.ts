import { queryOptions } from '@tanstack/react-query'
import { getFunctions } from '#app/lib/browser-backend.ts'
import type { SystemFacts } from '#supabase/functions/_shared/system-facts.ts'

interface SiteStatus {
  /** Whether mail leaves this site. */
  mailConfigured: boolean
  autotraderConfigured: boolean
}

const POLL_SECONDS = 30

/** The same with what the server stands on, for the one screen that shows it; none on a hosted project. */
export const siteFacts = queryOptions({
  queryKey: ['site-status', 'facts'],
  queryFn: async () => {
    const functions = await getFunctions()
    const { data, error } = await functions.invoke<SiteStatus & { facts: SystemFacts | null }>('site-status?facts=1', {
      method: 'GET',
    })
    if (error) throw error
    return data
  },
  refetchInterval: POLL_SECONDS * 1000,
})

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
