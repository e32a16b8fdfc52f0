import { queryOptions } from '@tanstack/react-query'
import { getFunctions } from '#app/lib/browser-backend.ts'
import type { SystemFacts } from '#supabase/functions/_shared/system-facts.ts'

interface SiteStatus {
  /** Whether a mail server is connected. */
  mailConfigured: boolean
  autotraderConfigured: boolean
}

const POLL_SECONDS = 30

export const CONNECT_EMAIL = 'Emails are queued until you connect a mail server.'

/** The status together with the system facts, for the status screen. A hosted project has no facts. */
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

/** What is configured outside the database. Undefined if the call failed, so that no screen shows anything untrue. */
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
