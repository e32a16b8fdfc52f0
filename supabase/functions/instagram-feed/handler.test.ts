import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type ReceivedRequest, startHttpServer } from '../_shared/testing/http-server.ts'
import type { StoredToken } from './access-token.ts'
import { DEMO_FEED } from './demo-feed.ts'
import { type CachedFeed, createFeedReader } from './feed.ts'
import { createGraphApi } from './graph-api.ts'
import { instagramFeed } from './handler.ts'
import { fetchPicture, isInstagramPicture } from './picture.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')

let instagram: Awaited<ReturnType<typeof startHttpServer>>
let trouble: ((request: ReceivedRequest) => Answer | undefined) | undefined
let now: number
let tokens: StoredToken | null
let kept: CachedFeed | null
let failures: unknown[]
let isDemo: boolean

const media = (n: number, extra = {}) => ({
  id: String(n),
  caption: `Post ${n}`,
  media_type: 'IMAGE',
  media_url: `${instagram.url}/cdn/${n}.jpg`,
  permalink: `https://www.instagram.com/p/${n}/`,
  timestamp: `2026-11-${String(n).padStart(2, '0')}T10:00:00+0000`,
  ...extra,
})

function answer(request: ReceivedRequest): Answer {
  const special = trouble?.(request)
  if (special) return special
  switch (request.path) {
    case '/me':
      return { body: { username: 'haldenrowe', id: '1' } }
    case '/me/media':
      return {
        body: {
          data: [
            ...[1, 2, 3, 4, 5, 6, 7].map((n) => media(n)),
            media(8, { media_type: 'VIDEO', thumbnail_url: `${instagram.url}/cdn/8-still.jpg` }),
            media(9, { media_type: 'VIDEO' }),
          ],
        },
      }
    case '/refresh_access_token':
      return { body: { access_token: 'refreshed', token_type: 'bearer', expires_in: 5_183_944 } }
    default:
      return { headers: { 'content-type': 'image/jpeg' }, body: PIXEL }
  }
}

beforeEach(async () => {
  instagram = await startHttpServer(answer)
  trouble = undefined
  now = Date.UTC(2026, 10, 15)
  tokens = null
  kept = null
  failures = []
  isDemo = true
})
afterEach(() => instagram.close())

/** The default timeout is long enough for a busy machine; the test of timeouts passes a shorter one. */
const createHandler = (token: string | null = 'configured', timeoutMs = 10_000) =>
  instagramFeed({
    readFeed: token
      ? createFeedReader({
          token,
          graph: createGraphApi({ baseUrl: instagram.url, timeoutMs }),
          tokens: {
            load: async () => tokens,
            save: async (value) => {
              tokens = value
            },
          },
          kept: {
            load: async () => kept,
            save: async (value) => {
              kept = value
            },
          },
          now: () => now,
          onFailure: (error) => failures.push(error),
        })
      : null,
    readDemo: async () => (isDemo ? DEMO_FEED : null),
    fetchPicture: (post) => fetchPicture(post, (url) => url.hostname === '127.0.0.1'),
    pictureUrl: (post) => `/functions/v1/instagram-feed/media/${post.id}`,
  })

const ask = (handler: (request: Request) => Promise<Response>, path = '', method = 'POST') =>
  handler(new Request(`https://cars.example/functions/v1/instagram-feed${path}`, { method }))
const mediaCalls = () => instagram.requests.filter(({ path }) => path === '/me/media')

describe('the feed', () => {
  test('the feed has the six newest posts, uses thumbnails for videos and loads its pictures from our own address', async () => {
    const response = await ask(createHandler())

    expect(response.status).toBe(200)
    const feed = await response.json()
    expect(feed.username).toBe('haldenrowe')
    expect(feed.posts.map((post: { id: string }) => post.id)).toEqual(['8', '7', '6', '5', '4', '3'])
    expect(feed.posts[0]).toEqual({
      id: '8',
      permalink: 'https://www.instagram.com/p/8/',
      media_url: '/functions/v1/instagram-feed/media/8',
      caption: 'Post 8',
    })
    expect(JSON.stringify(feed)).not.toContain('configured')
  })

  test('the feed is requested from Instagram only once every fifteen minutes, however many visitors there are', async () => {
    const handler = createHandler()

    await Promise.all(Array.from({ length: 20 }, () => ask(handler)))
    now += 14 * MINUTE
    await ask(handler)
    expect(mediaCalls()).toHaveLength(1)
    now += 2 * MINUTE
    await ask(handler)
    expect(mediaCalls()).toHaveLength(2)
  })

  test.each([
    ['401', () => ({ status: 401, body: { error: { message: 'Session has expired', code: 190 } } })],
    ['429', () => ({ status: 429 })],
    ['500', () => ({ status: 500, body: 'oops' })],
    ['broken JSON', () => ({ body: '{"data": [' })],
    ['JSON of another shape', () => ({ body: { data: 'none' } })],
    ['nothing before the time limit', () => 'hang' as const],
  ] satisfies [string, () => Answer][])(
    'the feed is the last good response if Instagram responds with %s',
    async (name, fail) => {
      await ask(createHandler())
      const handler = createHandler('configured', name === 'nothing before the time limit' ? 300 : undefined)
      trouble = fail
      now += 20 * MINUTE

      const response = await ask(handler)

      expect(response.status).toBe(200)
      expect((await response.json()).posts).toHaveLength(6)
      expect(failures).toHaveLength(1)
    },
  )

  test('the feed keeps the last good response across a restart', async () => {
    await ask(createHandler())
    trouble = () => ({ status: 500 })
    now += DAY

    expect((await (await ask(createHandler())).json()).posts).toHaveLength(6)
  })

  test('the feed returns an error if there has never been a good response, and retries after a minute', async () => {
    trouble = () => ({ status: 500 })
    const handler = createHandler()

    const response = await ask(handler)
    await ask(handler)

    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({
      success: false,
      message: 'Failed to load Instagram feed. Please try again later.',
    })
    expect(instagram.requests.filter(({ path }) => path === '/me')).toHaveLength(1)
    trouble = undefined
    now += 2 * MINUTE
    expect((await ask(handler)).status).toBe(200)
  })

  test('without a token, the feed has six demo posts and makes no request', async () => {
    const feed = await (await ask(createHandler(null))).json()

    expect(feed.posts).toHaveLength(6)
    expect(feed.posts[0].media_url).toBe('/social/tile-1-600.webp')
    expect(instagram.requests).toEqual([])
  })

  test('without a token, the feed is empty if the dealer is not the demo dealer', async () => {
    isDemo = false

    expect(await (await ask(createHandler(null))).json()).toEqual({ username: '', posts: [] })
  })
})

describe('the access token', () => {
  const refreshes = () => instagram.requests.filter(({ path }) => path === '/refresh_access_token')

  test('the access token is refreshed on first use, and the new token is used', async () => {
    await ask(createHandler())

    expect(refreshes()[0]?.query.get('grant_type')).toBe('ig_refresh_token')
    expect(mediaCalls()[0]?.query.get('access_token')).toBe('refreshed')
    expect(tokens).toMatchObject({ token: 'refreshed', expiresAt: now + 5_183_944_000 })
  })

  test('the access token is refreshed again when it expires in less than thirty days, even after a restart', async () => {
    await ask(createHandler())
    now += 20 * DAY
    await ask(createHandler())
    expect(refreshes()).toHaveLength(1)
    now += 15 * DAY
    await ask(createHandler())
    expect(refreshes()).toHaveLength(2)
    expect(refreshes()[1]?.query.get('access_token')).toBe('refreshed')
  })

  test('the access token is used unchanged if it is too new to refresh, and is refreshed the next day', async () => {
    trouble = ({ path }) => (path === '/refresh_access_token' ? { status: 400 } : undefined)
    const handler = createHandler()

    expect((await ask(handler)).status).toBe(200)
    now += 20 * MINUTE
    await ask(handler)
    expect(refreshes()).toHaveLength(1)
    expect(mediaCalls()[1]?.query.get('access_token')).toBe('configured')
    now += DAY
    await ask(handler)
    expect(refreshes()).toHaveLength(2)
  })

  test('the access token is replaced by a newly configured token', async () => {
    await ask(createHandler('old'))
    kept = null

    await ask(createHandler('new'))

    expect(refreshes().map(({ query }) => query.get('access_token'))).toEqual(['old', 'new'])
  })
})

describe('pictures', () => {
  test('pictures are served by our server and fetched only once', async () => {
    const handler = createHandler()
    await ask(handler)

    const [first] = await Promise.all([ask(handler, '/media/8', 'GET'), ask(handler, '/media/8', 'GET')])

    expect(first?.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from((await first?.arrayBuffer()) ?? [])).toEqual(PIXEL)
    expect(instagram.requests.filter(({ path }) => path === '/cdn/8-still.jpg')).toHaveLength(1)
  })

  test('pictures from posts outside the feed are not fetched', async () => {
    expect((await ask(createHandler(), '/media/1', 'GET')).status).toBe(404)
  })

  test('files that are not images are not served', async () => {
    trouble = ({ path }) =>
      path.startsWith('/cdn') ? { headers: { 'content-type': 'text/html' }, body: '<script>' } : undefined

    expect((await ask(createHandler(), '/media/8', 'GET')).status).toBe(502)
  })

  test('pictures whose address redirects are not fetched', async () => {
    trouble = ({ path }) =>
      path.startsWith('/cdn') ? { status: 302, headers: { location: 'http://169.254.169.254/' } } : undefined

    expect((await ask(createHandler(), '/media/8', 'GET')).status).toBe(502)
  })

  test.each([
    ['https://scontent-lhr8-1.cdninstagram.com/v/t51/x.jpg', true],
    ['https://instagram.flhr1-1.fna.fbcdn.net/v/x.jpg', true],
    ['http://scontent.cdninstagram.com/x.jpg', false],
    ['https://cdninstagram.com.evil.example/x.jpg', false],
    ['https://127.0.0.1/x.jpg', false],
  ])('pictures from %s may be fetched: %s', (url, allowed) => {
    expect(isInstagramPicture(new URL(url))).toBe(allowed)
  })
})
