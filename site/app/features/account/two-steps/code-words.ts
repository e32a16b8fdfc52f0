import { WRONG_CODE } from '#app/platform/session/second-step.ts'

const SLOW_DOWN = 'Too many wrong codes. Please wait a few minutes.'

/** What stands beside the field; null when the code is not to blame. */
export const wrongCodeMessage = (error: Error & { code?: string }): string | null =>
  error.code === WRONG_CODE ? 'This code is not right, or was used already. Please enter the next one.' : null

export const codeProblem = (error: Error & { code?: string }): string =>
  error.code === 'over_request_rate_limit' ? SLOW_DOWN : error.message || 'Something went wrong. Please try again.'
