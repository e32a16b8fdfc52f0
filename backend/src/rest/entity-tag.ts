import { createHash } from 'node:crypto'
import type { RequestHead } from './parse/parse-request.ts'
import { readKeyOf } from './read-key.ts'

/** The ETag of a read whose result depends only on the request and on `state`; null if its headers rule one out. */
export function entityTagOf({ path, search, headers }: RequestHead, state: string): string | null {
  const key = readKeyOf((name) => headers.get(name))
  if (key === null) return null
  const hash = createHash('sha256')
    .update(JSON.stringify([path, search, key, state]))
    .digest('base64url')
  // Weak, because a proxy may compress the body.
  return `W/"${hash.slice(0, 27)}"`
}

export const isKnown = (tag: string, { headers }: RequestHead) => headers.get('if-none-match')?.includes(tag) ?? false

/** Private, and stored separately for each token, so that no cache gives one caller another's result. */
export const tagHeaders = (tag: string) => ({ ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' })
