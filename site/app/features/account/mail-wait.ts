// The service sends no second mail to an address at once, and says for how long.

interface AuthFailure {
  code?: string
  message: string
}

export const PAUSE_SECONDS = 60

export function waitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const time = seconds <= PAUSE_SECONDS ? counted(seconds, 'second') : counted(minutes, 'minute')
  return `Please wait ${time} before you ask for another e-mail.`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** How long to wait, in seconds; null when the failure is about something else. */
function secondsToWait({ code, message }: AuthFailure): number | null {
  if (code !== 'over_email_send_rate_limit') return null
  return Number(/after (\d+) seconds?/.exec(message)?.[1] ?? PAUSE_SECONDS)
}

export function waitMessageOf(failure: AuthFailure): string | null {
  const seconds = secondsToWait(failure)
  return seconds === null ? null : waitMessage(seconds)
}
