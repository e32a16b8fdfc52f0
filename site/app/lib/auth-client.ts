import { AuthClient } from '@supabase/auth-js'

interface AuthClientOptions {
  url: string
  key: string
  /** Where the browser keeps the session. */
  storageKey: string
  /** Whether a session that stands in the address may be taken. */
  takesSession: () => boolean
  fetch: typeof fetch
}

export function createAuthClient({ url, key, storageKey, takesSession, fetch }: AuthClientOptions) {
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    fetch,
    storageKey,
    // Links in e-mails open on other devices, where a PKCE verifier would be missing.
    flowType: 'implicit',
    detectSessionInUrl: (_address, fields) => 'access_token' in fields && takesSession(),
    persistSession: true,
    autoRefreshToken: true,
  })
}

/** Signs in beside the session that the browser keeps, and is forgotten with the page. */
export function createTemporaryAuthClient({ url, key }: Pick<AuthClientOptions, 'url' | 'key'>) {
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    storageKey: 'forecourt-passing',
    flowType: 'implicit',
    detectSessionInUrl: false,
    persistSession: false,
    autoRefreshToken: false,
  })
}

/** The newest access token that replaced a refused one: if it is refused too, another would not help. */
let renewed: string | undefined

/** The service no longer accepts the access token, for example after a change of keys. The refresh token may still work. */
export async function renewToken(client: InstanceType<typeof AuthClient>): Promise<void> {
  const { data: stored } = await client.getSession()
  if (!stored.session || stored.session.access_token === renewed) return
  const { data } = await client.refreshSession()
  renewed = data.session?.access_token
}
