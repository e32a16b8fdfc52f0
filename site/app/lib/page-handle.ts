/**
 * A route's `handle`. If the page depends on the query, `addressOf` returns, in canonical form, the part of the query
 * that belongs in the response cache's key. Without it, the query is ignored.
 */
export interface PageHandle {
  /** Null for a page that is not cached, because it is for one visitor only. */
  addressOf?(search: URLSearchParams): string | null
  /** The page works without scripts, so they start late (features/frame/late-start.ts). */
  scripts?: 'late'
}
