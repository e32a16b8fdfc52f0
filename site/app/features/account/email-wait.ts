// The auth service limits how soon it sends another email to the same address, and its error message includes the time to wait.

interface AuthFailure {
  code?: string
  message: string
}

export const PAUSE_SECONDS = 60

export function waitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const time = seconds <= PAUSE_SECONDS ? pluralise(seconds, 'second') : pluralise(minutes, 'minute')
  return `Please wait ${time} before requesting another email.`
}

const pluralise = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Null if the failure has another cause. */
function secondsToWait({ code, message }: AuthFailure): number | null {
  if (code !== 'over_email_send_rate_limit') return null
  return Number(/after (\d+) seconds?/.exec(message)?.[1] ?? PAUSE_SECONDS)
}

export function waitMessageOf(failure: AuthFailure): string | null {
  const seconds = secondsToWait(failure)
  return seconds === null ? null : waitMessage(seconds)
}
