import { AuthClient } from '@supabase/auth-js'

interface AuthClientOptions {
  url: string
  key: string
  /** Where the browser keeps the session. */
  storageKey: string
  /** Whether a session that stands in the address may be taken. */
  takesSession: () => boolean
}

export function createAuthClient({ url, key, storageKey, takesSession }: AuthClientOptions) {
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    storageKey,
    // Links in e-mails open on other devices, where a PKCE verifier would be missing.
    flowType: 'implicit',
    detectSessionInUrl: (_address, fields) => 'access_token' in fields && takesSession(),
    persistSession: true,
    autoRefreshToken: true,
  })
}

/** Signs in beside the session that the browser keeps, and is forgotten with the page. */
export function createPassingAuthClient({ url, key }: Pick<AuthClientOptions, 'url' | 'key'>) {
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
