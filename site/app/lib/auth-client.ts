import { AuthClient } from '@supabase/auth-js'
import { AUTH_STORAGE_KEY, type BackendAddress } from '#app/lib/browser-backend.ts'

export function createAuthClient({ url, key }: BackendAddress): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    storageKey: AUTH_STORAGE_KEY,
    // Links in e-mails open on other devices, where a PKCE verifier would be missing.
    flowType: 'implicit',
    detectSessionInUrl: true,
    persistSession: true,
    autoRefreshToken: true,
  })
}
