// The code that an account with two steps is asked for. Loaded only then.
import type { AuthClient } from '#app/lib/browser-backend.ts'

/** What the service says of a code that is not the right one, or was used already. */
export const WRONG_CODE = 'mfa_verification_failed'

/** Tries the code on each authenticator that the account has: nobody is asked which of them it came from. */
export async function verifyCode(auth: AuthClient, code: string) {
  const { data: factors, error: unknown } = await auth.mfa.listFactors()
  if (unknown) return { error: unknown }
  let refused: Error | null = null
  for (const { id } of factors.totp) {
    const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code })
    if (!error) return { error: null }
    refused = error
    if (error.code !== WRONG_CODE) break
  }
  return { error: refused ?? new Error('There is no second step to answer') }
}

export async function answerSecondStep(auth: AuthClient, code: string) {
  const { error } = await verifyCode(auth, code)
  const { data } = await auth.getSession()
  return { data: { user: data.session?.user ?? null, session: data.session }, error }
}
