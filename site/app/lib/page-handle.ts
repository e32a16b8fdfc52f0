/**
 * The `handle` of a route whose page depends on the query. The server keeps a page and sends it to everyone who asks for the
 * same address: this says what of the query the page is made from, in one spelling. Without a handle it is nothing of it.
 */
export interface PageHandle {
  /** Null: a page for one visitor, which is not kept. */
  addressOf?(search: URLSearchParams): string | null
  /** The page can be read and followed without scripts, so they wait until somebody is there. */
  scripts?: 'late'
}
