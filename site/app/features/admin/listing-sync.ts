import { toast } from '#app/components/ui/toast.tsx'
import { browserRest } from '#app/lib/backend.ts'
import { getFunctions } from '#app/lib/browser-backend.ts'
import { SETTINGS } from '#supabase/functions/_shared/settings.ts'

export type SyncAction = 'create' | 'update' | 'delete'

/** If the flag cannot be read, the integration counts as disabled. */
async function isSyncEnabled(): Promise<boolean> {
  const { key } = SETTINGS.enableAutoTrader
  const { data } = await browserRest().from('config').select('value').eq('key', key).single()
  return data?.value === 'true'
}

/** Syncs a saved vehicle with AutoTrader if the integration is on, and shows the outcome. Never throws. */
export async function syncListing(vehicleId: string, action: SyncAction): Promise<void> {
  try {
    if (!(await isSyncEnabled())) return
    const functions = await getFunctions()
    const { data, error } = await functions.invoke<{ success?: boolean; message?: string }>('autotrader-sync', {
      body: { vehicleId, action },
    })
    if (error) {
      const message = await messageFrom(error)
      toast.error(message ? `Failed to sync with Autotrader: ${message}` : 'Failed to sync with Autotrader')
    } else if (!data?.success) toast.error('Failed to sync with Autotrader')
    else toast.success(data.message ?? 'Synced with AutoTrader')
  } catch {
    toast.error('Failed to sync with Autotrader')
  }
}

/** The error message returned by the function; null if there was none or the function could not be reached. */
async function messageFrom(error: unknown): Promise<string | null> {
  const response = (error as { context?: unknown }).context
  if (!(response instanceof Response)) return null
  const body = (await response.json().catch(() => null)) as { error?: unknown; message?: unknown } | null
  const nested = typeof body?.error === 'object' ? (body.error as { message?: unknown } | null)?.message : body?.error
  const message = nested ?? body?.message
  return typeof message === 'string' && message ? message : null
}
