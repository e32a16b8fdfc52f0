import { currentToken, type TokenStore } from './access-token.ts'
import type { GraphApi, Post } from './graph-api.ts'

const FRESH_MILLISECONDS = 15 * 60 * 1000
const RETRY_MILLISECONDS = 60 * 1000
const TILES = 6

interface Feed {
  username: string
  posts: Post[]
}

export interface CachedFeed extends Feed {
  fetchedAt: number
}

export interface FeedDeps {
  token: string
  graph: GraphApi
  tokens: TokenStore
  /** The last good response, stored so that it survives a restart. */
  kept: { load(): Promise<CachedFeed | null>; save(feed: CachedFeed): Promise<void> }
  now(): number
  onFailure(error: unknown): void
}

export type FeedReader = () => Promise<Feed | null>

/** Reads the feed at most every 15 minutes. If Instagram fails, returns the last good response, or null. */
export function createFeedReader(deps: FeedDeps): FeedReader {
  let last: CachedFeed | null | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read() {
    try {
      const token = await currentToken(deps.token, deps.graph, deps.tokens, deps.now())
      const [username, posts] = await Promise.all([deps.graph.username(token), deps.graph.newestPosts(token, TILES)])
      last = { username, posts, fetchedAt: deps.now() }
      await deps.kept.save(last)
    } catch (error) {
      failedAt = deps.now()
      deps.onFailure(error)
    }
  }

  return async () => {
    if (last === undefined) last = await deps.kept.load().catch(() => null)
    const isFresh = last !== null && deps.now() - last.fetchedAt < FRESH_MILLISECONDS
    if (!isFresh && deps.now() - failedAt >= RETRY_MILLISECONDS) {
      reading ??= read().finally(() => {
        reading = null
      })
      await reading
    }
    return last
  }
}
