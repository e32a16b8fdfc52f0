import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import type { AuthClient } from '#app/lib/browser-backend.ts'

export interface DeviceSession {
  id: string
  userAgent: string
  startedAt: string
  lastUsedAt: string
  isCurrent: boolean
}

export const mySessions = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async (): Promise<DeviceSession[]> => {
    const { data, error } = await browserRest().rpc('my_sessions')
    if (error) throw error
    return data.map(({ id, user_agent, started_at, last_used_at, is_current }) => ({
      id,
      userAgent: user_agent,
      startedAt: started_at,
      lastUsedAt: last_used_at,
      isCurrent: is_current,
    }))
  },
})

export async function endSession(id: string): Promise<void> {
  const { error } = await browserRest().rpc('end_my_session', { _session_id: id })
  if (error) throw error
}

/**
 * The client's own signOut is not used, because it reports success even if this session has ended and the call was
 * refused.
 */
export async function endOtherSessions(auth: AuthClient): Promise<void> {
  const { data } = await auth.getSession()
  const { error } = await auth.admin.signOut(data.session?.access_token ?? '', 'others')
  if (error) throw error
}
