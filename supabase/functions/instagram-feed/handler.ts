import { refuse, respond } from '../_shared/respond.ts'
import type { FeedReader } from './feed.ts'
import type { Post } from './graph-api.ts'
import type { Picture } from './picture.ts'

export interface SocialFeed {
  username: string
  posts: { id: string; permalink: string; media_url: string; caption: string }[]
}

export interface InstagramFeedDeps {
  /** Null if there is no access token. */
  readFeed: FeedReader | null
  /** The feed to show without a token; null unless this is the demo site. */
  readDemo(): Promise<SocialFeed | null>
  fetchPicture(post: Post): Promise<Picture | null>
  /** The picture's URL for visitors, which leads to this function rather than to Instagram. */
  pictureUrl(post: Post): string
}

const NO_FEED: SocialFeed = { username: '', posts: [] }
const FEED_SECONDS = 300
const PICTURE_SECONDS = 24 * 3600
const PICTURE_PATH = /\/instagram-feed\/media\/([\w-]{1,64})$/

export const instagramFeed = (deps: InstagramFeedDeps) => {
  // Cached by post, because every visitor to the home page needs the pictures and Instagram's URLs change.
  const pictures = new Map<string, Promise<Picture | null>>()

  async function answerPicture(id: string): Promise<Response> {
    const feed = await deps.readFeed?.()
    const post = feed?.posts.find((candidate) => candidate.id === id)
    if (!feed || !post) return refuse(404, 'Picture not found.')
    for (const known of pictures.keys()) if (!feed.posts.some((other) => other.id === known)) pictures.delete(known)

    const pending = pictures.get(id) ?? deps.fetchPicture(post)
    pictures.set(id, pending)
    const picture = await pending
    if (!picture) {
      pictures.delete(id)
      return refuse(502, 'We couldn’t load this picture.')
    }
    return new Response(picture.bytes, {
      headers: {
        'content-type': picture.type,
        'cache-control': `public, max-age=${PICTURE_SECONDS}`,
        'x-content-type-options': 'nosniff',
      },
    })
  }

  async function answerFeed(): Promise<Response> {
    const headers = { 'cache-control': `public, max-age=${FEED_SECONDS}` }
    if (!deps.readFeed) return respond((await deps.readDemo()) ?? NO_FEED, 200, headers)
    const feed = await deps.readFeed()
    if (!feed) return refuse(502, 'Failed to load Instagram feed. Please try again later.')
    const posts = feed.posts.map((post) => ({
      id: post.id,
      permalink: post.permalink,
      media_url: deps.pictureUrl(post),
      caption: post.caption,
    }))
    return respond({ username: feed.username, posts } satisfies SocialFeed, 200, headers)
  }

  return async (request: Request): Promise<Response> => {
    const picture = PICTURE_PATH.exec(new URL(request.url).pathname)
    if (picture?.[1]) return answerPicture(picture[1])
    if (request.method !== 'GET' && request.method !== 'POST') return refuse(405, 'Use GET or POST.')
    return answerFeed()
  }
}
