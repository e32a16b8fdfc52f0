// The page a user was on when asked to sign in. It is kept in the history entry rather than in the URL.

const CUSTOMER_HOME = '/dashboard'

export const returnTo = (location: { pathname: string; search: string }) => ({
  from: `${location.pathname}${location.search}`,
})

export function destinationAfterSignIn(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  // Only paths on this site are allowed: `//elsewhere.example` would leave it.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : CUSTOMER_HOME
}
