import { z } from 'zod'

// The three calls to the Instagram API with Instagram Login that the feed needs.
// https://developers.facebook.com/docs/instagram-platform

const GRAPH_URL = 'https://graph.instagram.com'
const REQUEST_MILLISECONDS = 6000
const MEDIA_FIELDS = 'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp'

const mediaSchema = z.object({
  id: z.string(),
  caption: z.string().default(''),
  media_type: z.string(),
  media_url: z.string().optional(),
  thumbnail_url: z.string().optional(),
  permalink: z.url(),
  timestamp: z.string().default(''),
})
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

export interface Post {
  id: string
  permalink: string
  /** The URL of the picture on Instagram, or of the thumbnail if the post is a video. */
  pictureUrl: string
  caption: string
}

export interface GraphApi {
  username(token: string): Promise<string>
  newestPosts(token: string, count: number): Promise<Post[]>
  refresh(token: string): Promise<{ token: string; expiresInSeconds: number }>
}

export function createGraphApi({ baseUrl = GRAPH_URL, timeoutMs = REQUEST_MILLISECONDS } = {}): GraphApi {
  async function get<T>(path: string, parameters: Record<string, string>, schema: z.ZodType<T>): Promise<T> {
    const url = `${baseUrl}${path}?${new URLSearchParams(parameters)}`
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    // This message is logged, so it must not contain the URL, which includes the token.
    if (!response.ok) throw new Error(`Instagram responded to ${path} with status ${response.status}`)
    return schema.parse(await response.json())
  }

  return {
    async username(token) {
      const me = await get('/me', { fields: 'username', access_token: token }, z.object({ username: z.string() }))
      return me.username
    },

    async newestPosts(token, count) {
      // Requests more posts than needed, because a post may have no picture (a video under a copyright claim).
      const parameters = { fields: MEDIA_FIELDS, limit: String(count * 2), access_token: token }
      const { data } = await get('/me/media', parameters, z.object({ data: z.array(mediaSchema) }))
      return data
        .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
        .flatMap(({ id, permalink, caption, media_type, media_url, thumbnail_url }) => {
          const pictureUrl = media_type === 'VIDEO' ? thumbnail_url : media_url
          return pictureUrl ? [{ id, permalink, caption, pictureUrl }] : []
        })
        .slice(0, count)
    },

    async refresh(token) {
      const parameters = { grant_type: 'ig_refresh_token', access_token: token }
      const fresh = await get('/refresh_access_token', parameters, tokenSchema)
      return { token: fresh.access_token, expiresInSeconds: fresh.expires_in }
    },
  }
}
