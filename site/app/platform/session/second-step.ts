// Codes for two-step verification. This module is imported on demand.
import { browserBackend } from '#app/lib/backend-address.ts'
import { type AuthClient, fetchAuth, getAuth } from '#app/lib/browser-backend.ts'

/** The error code for a wrong or already used code. */
export const WRONG_CODE = 'mfa_verification_failed'

/** Only our own server has recovery codes; a hosted project does not. */
export const hasRecoveryCodes = () => browserBackend().url === window.location.origin

/** App codes are six digits; recovery codes contain letters. */
const isAppCode = (code: string) => /^\d{6}$/.test(code)

export const verifyCode = (auth: AuthClient, code: string): Promise<{ error: Error | null }> =>
  isAppCode(code) ? verifyAppCode(auth, code) : verifyRecoveryCode(auth, code)

/** Tries the code on each of the account's authenticators, so that the user need not choose one. */
async function verifyAppCode(auth: AuthClient, code: string) {
  const { data: factors, error: unknown } = await auth.mfa.listFactors()
  if (unknown) return { error: unknown }
  let refused: Error | null = null
  for (const { id } of factors.totp) {
    const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code })
    if (!error) return { error: null }
    refused = error
    if (error.code !== WRONG_CODE) break
  }
  return { error: refused ?? new Error('Two-step verification is not set up for this account') }
}

async function verifyRecoveryCode(auth: AuthClient, code: string) {
  const { body, error } = await callRecoveryCodes<Tokens>('POST', '/verify', { code })
  return error ? { error } : { error: (await auth.setSession(body)).error }
}

interface Tokens {
  access_token: string
  refresh_token: string
}

type Answer<T> = { body: T; error: null } | { body: null; error: Error & { code?: string } }

/** auth-js lacks these endpoints. fetchAsCaller would hold the calls back until an ended session is renewed. */
async function callRecoveryCodes<T>(method: 'GET' | 'POST', path = '', sent?: object): Promise<Answer<T>> {
  const { url, key } = browserBackend()
  const { data } = await (await getAuth()).getSession()
  const response = await fetchAuth(`${url}/auth/v1/recovery-codes${path}`, {
    method,
    body: sent && JSON.stringify(sent),
    headers: {
      apikey: key,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
  })
  const body = (await response.json()) as T & { code?: string; message?: string }
  if (response.ok) return { body, error: null }
  return { body: null, error: Object.assign(new Error(body.message), { code: body.code }) }
}

export async function countRecoveryCodes(): Promise<number> {
  const { body, error } = await callRecoveryCodes<{ remaining: number }>('GET')
  if (error) throw error
  return body.remaining
}

/**
 * New codes, which are shown only once and replace earlier ones. The user must have passed the second step moments ago.
 */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { body, error } = await callRecoveryCodes<{ codes: string[] }>('POST')
  if (error) throw error
  return body.codes
}

export async function answerSecondStep(auth: AuthClient, code: string) {
  const { error } = await verifyCode(auth, code)
  const { data } = await auth.getSession()
  return { data: { user: data.session?.user ?? null, session: data.session }, error }
}
