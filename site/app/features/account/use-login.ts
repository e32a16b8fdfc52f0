import { CHALLENGE_MESSAGE, challengeMessageOf } from '#app/lib/submit-error.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { useSession } from '#app/platform/session/session.tsx'
import type { SignInResult } from '#app/platform/session/session-context.ts'
import type { LoginValues } from './auth.schema.ts'

const SLOW_DOWN = 'Too many attempts. Please wait a few minutes, or reset your password by email.'
const FAILED = 'Failed to log in'

/** Signs in with a password after the bot check. */
export function useLogin(): (values: LoginValues) => Promise<SignInResult> {
  const { signIn } = useSession()
  const submitChallenged = useChallengedSubmit('login')
  return (values) =>
    submitChallenged<SignInResult>((captchaToken) => signIn({ ...values, captchaToken }), {
      outcome: 'failed',
      error: new Error(CHALLENGE_MESSAGE),
    }).catch(() => ({ outcome: 'failed', error: new Error(FAILED) }))
}

export function loginProblem(error: Error & { code?: string }): string {
  if (error.code === 'over_request_rate_limit') return SLOW_DOWN
  return challengeMessageOf(error) ?? (error.message || FAILED)
}
