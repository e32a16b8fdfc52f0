/**
 * The `handle` of a route whose page depends on the query. It returns the part of the query that belongs to the
 * response cache's key, in canonical form. Without a handle the query is ignored.
 */
export interface PageHandle {
  /** Null for a page that is not cached because it is for one visitor only. */
  addressOf?(search: URLSearchParams): string | null
  /** The page works without scripts, so they start late (features/frame/late-start.ts). */
  scripts?: 'late'
}
