// Where someone was when the site asked them to sign in: kept in the history entry, not in the address.

const HOME_OF_CUSTOMERS = '/dashboard'

export const returnTo = (location: { pathname: string; search: string }) => ({
  from: `${location.pathname}${location.search}`,
})

export function destinationAfterSignIn(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  // Only our own paths: `//elsewhere.example` would leave the site.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : HOME_OF_CUSTOMERS
}
