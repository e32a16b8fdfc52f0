import { createHosted, serve } from '../_shared/hosted.ts'
import { isDemo, SETTINGS } from '../_shared/settings.ts'
import { createState } from '../_shared/state.ts'
import type { StoredToken } from './access-token.ts'
import { DEMO_FEED } from './demo-feed.ts'
import { type CachedFeed, createFeedReader } from './feed.ts'
import { createGraphApi } from './graph-api.ts'
import { instagramFeed } from './handler.ts'
import { fetchPicture } from './picture.ts'

const hosted = createHosted(Deno.env)
const token = Deno.env.get('INSTAGRAM_ACCESS_TOKEN')

Deno.serve(
  serve(
    instagramFeed({
      readFeed: token
        ? createFeedReader({
            token,
            graph: createGraphApi(),
            tokens: createState<StoredToken>(hosted.rpc, 'instagram-token'),
            kept: createState<CachedFeed>(hosted.rpc, 'instagram-feed'),
            now: Date.now,
            onFailure: (error) => console.error(error),
          })
        : null,
      readDemo: async () => {
        const companyName = await hosted.readSetting(SETTINGS.companyName.key)
        return isDemo({ companyName }) ? DEMO_FEED : null
      },
      fetchPicture: (post) => fetchPicture(post),
      pictureUrl: (post) => `${hosted.url}/functions/v1/instagram-feed/media/${encodeURIComponent(post.id)}`,
    }),
  ),
)
