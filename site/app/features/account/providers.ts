// Sign-in with another provider's account. A provider that has no keys on the server is not offered.
import type { BackendAddress } from '#app/lib/backend-address.ts'

export const PROVIDER_NAMES = { google: 'Google', apple: 'Apple', azure: 'Microsoft' } as const
export type ProviderId = keyof typeof PROVIDER_NAMES

const TIMEOUT_MS = 3000

/** Empty if the service does not respond, because signing in with a password must still work. */
export async function findProviders({ url, key }: BackendAddress, send: typeof fetch): Promise<ProviderId[]> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await send(`${url}/auth/v1/settings`, { headers: { apikey: key }, signal })
    const { external } = (await response.json()) as { external: Record<string, unknown> }
    return (Object.keys(PROVIDER_NAMES) as ProviderId[]).filter((id) => external[id] === true)
  } catch {
    return []
  }
}
