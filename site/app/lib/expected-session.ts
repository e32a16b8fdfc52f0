// A user who signs in with Google or another provider returns with a session in the URL. A session that this tab did
// not request is refused, because a link could otherwise sign the visitor in to an attacker's account.

const KEY = 'forecourt-provider'

export function expectSession(): void {
  window.sessionStorage.setItem(KEY, 'away')
}

let answer: boolean | undefined

/**
 * True once per sign-in. A hosted project's emails also lead here with a session; ours lead to a page that asks first.
 */
export function isSessionExpected(backendUrl: string): boolean {
  answer ??= window.sessionStorage.getItem(KEY) !== null || backendUrl !== window.location.origin
  window.sessionStorage.removeItem(KEY)
  return answer
}
