// Somebody who continues with Google comes back with a session in the address. One that nobody here set out for is not taken:
// whoever follows a stranger's link would else act in the stranger's account without knowing.

const KEY = 'forecourt-provider'

export function setOut(): void {
  window.sessionStorage.setItem(KEY, 'away')
}

let answer: boolean | undefined

/** Once for each trip. The mails of a hosted project lead here with a session, too; ours lead to a page that asks first. */
export function isSessionAwaited(backendUrl: string): boolean {
  answer ??= window.sessionStorage.getItem(KEY) !== null || backendUrl !== window.location.origin
  window.sessionStorage.removeItem(KEY)
  return answer
}
