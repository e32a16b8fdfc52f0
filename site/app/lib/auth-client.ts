import { AuthClient } from '@supabase/auth-js'

interface AuthClientOptions {
  url: string
  key: string
  /** Where the browser keeps the session. */
  storageKey: string
}

export function createAuthClient({ url, key, storageKey }: AuthClientOptions): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    storageKey,
    // Links in e-mails open on other devices, where a PKCE verifier would be missing.
    flowType: 'implicit',
    detectSessionInUrl: true,
    persistSession: true,
    autoRefreshToken: true,
  })
}

/** Signs in beside the session that the browser keeps, and is forgotten with the page. */
export function createPassingAuthClient({ url, key }: Omit<AuthClientOptions, 'storageKey'>) {
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
