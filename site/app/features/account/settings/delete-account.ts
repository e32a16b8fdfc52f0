// The database deletes an account only from a session in which the user has just proved who they are.
import { browserRest, type Rest, restAs } from '#app/lib/backend.ts'
import { browserBackend } from '#app/lib/backend-address.ts'
import type { AuthClient } from '#app/lib/browser-backend.ts'
import { challengeMessageOf } from '#app/lib/submit-error.ts'
import { verifyCode } from '#app/platform/session/second-step.ts'
import type { Credentials } from '#app/platform/session/session-context.ts'

export type Deletion =
  | { outcome: 'deleted' }
  /** The password is wrong; the error is shown beside the field. */
  | { outcome: 'wrong'; message: string }
  | { outcome: 'refused'; message: string }

const FAILED = 'We couldn’t delete your account. Please try again.'
export const DELETION_FAILED: Deletion = { outcome: 'refused', message: FAILED }

/** Signs in with a separate session, so that the current one is untouched if the deletion fails. */
export async function deleteByPassword({ email, password, captchaToken }: Credentials): Promise<Deletion> {
  const { createTemporaryAuthClient } = await import('#app/lib/auth-client.ts')
  const auth = createTemporaryAuthClient(browserBackend())
  const { data, error } = await auth.signInWithPassword({ email, password, options: { captchaToken } })
  if (error?.code === 'invalid_credentials') return { outcome: 'wrong', message: 'That isn’t your password.' }
  if (error || !data.session)
    return { outcome: 'refused', message: (error && challengeMessageOf(error)) || error?.message || FAILED }
  const refusal = await refusalOf(restAs(data.session.access_token))
  if (!refusal) return { outcome: 'deleted' }
  await auth.signOut({ scope: 'local' })
  return { outcome: 'refused', message: refusal }
}

/** Resolves to the error, or null on success. */
export async function deleteByCode(auth: AuthClient, code: string): Promise<Error | null> {
  const { error } = await verifyCode(auth, code)
  if (error) return error
  const refusal = await refusalOf(browserRest())
  return refusal ? new Error(refusal) : null
}

async function refusalOf(rest: Rest): Promise<string | null> {
  const { error } = await rest.rpc('delete_my_account')
  if (!error) return null
  // The messages for these codes, about the last admin or a disabled account, are written for the user.
  return error.code === 'P0001' || error.code === '42501' ? error.message : FAILED
}
