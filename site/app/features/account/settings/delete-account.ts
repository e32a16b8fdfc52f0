// Deleting asks for proof of a moment ago, which the database looks for on the session that calls.
import { type AuthClient, browserBackend, browserRest, type Rest, restAs } from '#app/lib/backend.ts'
import { challengeMessageOf } from '#app/lib/submit-error.ts'
import { verifyCode } from '#app/platform/session/second-step.ts'
import type { Credentials } from '#app/platform/session/session-context.ts'

export type Deletion =
  | { outcome: 'deleted' }
  /** About what was typed. */
  | { outcome: 'wrong'; message: string }
  | { outcome: 'refused'; message: string }

const FAILED = 'Your account could not be deleted. Please try again.'
export const DELETION_FAILED: Deletion = { outcome: 'refused', message: FAILED }

/** Signs in beside the present session, which stays as it is if nothing comes of it. */
export async function deleteByPassword({ email, password, captchaToken }: Credentials): Promise<Deletion> {
  const { createPassingAuthClient } = await import('#app/lib/auth-client.ts')
  const auth = createPassingAuthClient(browserBackend())
  const { data, error } = await auth.signInWithPassword({ email, password, options: { captchaToken } })
  if (error?.code === 'invalid_credentials') return { outcome: 'wrong', message: 'This is not your password.' }
  if (error || !data.session)
    return { outcome: 'refused', message: (error && challengeMessageOf(error)) || error?.message || FAILED }
  const refusal = await refusalOf(restAs(data.session.access_token))
  if (!refusal) return { outcome: 'deleted' }
  await auth.signOut({ scope: 'local' })
  return { outcome: 'refused', message: refusal }
}

/** Resolves with what went wrong, or null. */
export async function deleteByCode(auth: AuthClient, code: string): Promise<Error | null> {
  const { error } = await verifyCode(auth, code)
  if (error) return error
  const refusal = await refusalOf(browserRest())
  return refusal ? new Error(refusal) : null
}

async function refusalOf(rest: Rest): Promise<string | null> {
  const { error } = await rest.rpc('delete_my_account')
  if (!error) return null
  // Sentences for people: the last admin, a disabled account.
  return error.code === 'P0001' || error.code === '42501' ? error.message : FAILED
}
