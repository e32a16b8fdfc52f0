import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'
import type { Json } from '#supabase/types.ts'
import type { Alert, AlertAbout } from './alert.ts'

/** 'refused' means that the account's address has not been confirmed. */
export async function askForMyAlert(about: AlertAbout): Promise<'asked' | 'full' | 'gone' | 'refused' | 'failed'> {
  const { data, status } = await browserRest().rpc('ask_for_my_alert', { _about: about as unknown as Json })
  if (status === 403) return 'refused'
  return data === 'asked' || data === 'full' || data === 'gone' ? data : 'failed'
}

/** Customers whose address has not been confirmed have no alerts. */
export const myAlerts = (userId: string) =>
  queryOptions({
    queryKey: ['my-alerts', userId],
    async queryFn(): Promise<Alert[]> {
      const { data, error, status } = await browserRest().rpc('my_alerts')
      if (status === 403) return []
      if (error) throw error
      return data as unknown as Alert[]
    },
  })

export async function endMyAlerts(id: string | undefined): Promise<void> {
  const { error } = await browserRest().rpc('end_my_alerts', id ? { _id: id } : {})
  if (error) throw error
}
