// Accounts elsewhere that sign in here. Without its keys on the server a provider is not offered at all.
import type { BackendAddress } from '#app/lib/browser-backend.ts'

export const PROVIDER_NAMES = { google: 'Google', apple: 'Apple', azure: 'Microsoft' } as const
export type ProviderId = keyof typeof PROVIDER_NAMES

const PATIENCE_MS = 3000

/** Those that the service has keys for. None when it does not say: signing in by password is not held up by this. */
export async function findProviders({ url, key }: BackendAddress, send: typeof fetch): Promise<ProviderId[]> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await send(`${url}/auth/v1/settings`, { headers: { apikey: key }, signal })
    const { external } = (await response.json()) as { external: Record<string, unknown> }
    return (Object.keys(PROVIDER_NAMES) as ProviderId[]).filter((id) => external[id] === true)
  } catch {
    return []
  }
}
