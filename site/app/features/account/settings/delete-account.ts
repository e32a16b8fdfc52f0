// Deleting asks for proof of a moment ago, which the database looks for on the session that calls.
import { browserBackend, type Rest, restAs } from '#app/lib/backend.ts'
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
  if (error || !data.session) return { outcome: 'refused', message: error?.message || FAILED }
  const result = await deleteThrough(restAs(data.session.access_token))
  if (result.outcome !== 'deleted') await auth.signOut({ scope: 'local' })
  return result
}

async function deleteThrough(rest: Rest): Promise<Deletion> {
  const { error } = await rest.rpc('delete_my_account')
  if (!error) return { outcome: 'deleted' }
  // Sentences for people: the last admin, a disabled account.
  const isSentence = error.code === 'P0001' || error.code === '42501'
  return { outcome: 'refused', message: isSentence ? error.message : FAILED }
}
