import { AuthClient } from '@supabase/auth-js'

interface AuthClientOptions {
  url: string
  key: string
  /** The session's local storage key. */
  storageKey: string
  /** Whether to accept a session in the URL. */
  acceptsUrlSession: () => boolean
  fetch: typeof fetch
}

export function createAuthClient({ url, key, storageKey, acceptsUrlSession, fetch }: AuthClientOptions) {
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    fetch,
    storageKey,
    // Links in emails may be opened on another device, which has no PKCE verifier.
    flowType: 'implicit',
    detectSessionInUrl: (_url, fields) => 'access_token' in fields && acceptsUrlSession(),
    persistSession: true,
    autoRefreshToken: true,
  })
}

/** Signs in without touching the stored session, and without storing a session itself. */
export function createTemporaryAuthClient({ url, key }: Pick<AuthClientOptions, 'url' | 'key'>) {
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    storageKey: 'forecourt-temporary',
    flowType: 'implicit',
    detectSessionInUrl: false,
    persistSession: false,
    autoRefreshToken: false,
  })
}

/** The last access token that replaced a refused one. If this token is refused too, another one would not help. */
let renewed: string | undefined

/** For an access token that is no longer accepted, for example after a key rotation. The refresh token may still work. */
export async function renewToken(client: InstanceType<typeof AuthClient>): Promise<void> {
  const { data: stored } = await client.getSession()
  if (!stored.session || stored.session.access_token === renewed) return
  const { data } = await client.refreshSession()
  renewed = data.session?.access_token
}
