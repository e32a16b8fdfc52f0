import { authProblem } from '#app/features/account/form-problem.tsx'
import { WRONG_CODE } from '#app/platform/session/second-step.ts'

const SLOW_DOWN = 'Too many wrong codes. Please wait a few minutes and try again.'

export type CodeKind = 'app' | 'recovery'

const WRONG: Record<CodeKind, string> = {
  app: 'That code is wrong or has already been used. Please enter the next code your app shows.',
  recovery: 'That recovery code is wrong or has already been used. Please try another.',
}

/** The message beside the field for a wrong code; null for any other error. */
export const wrongCodeMessage = (error: Error & { code?: string }, kind: CodeKind): string | null =>
  error.code === WRONG_CODE ? WRONG[kind] : null

export const codeProblem = (error: Error & { code?: string }): string =>
  error.code === 'over_request_rate_limit' ? SLOW_DOWN : authProblem(error)
