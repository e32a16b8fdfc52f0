import sharp from 'sharp'
import { isDemo } from '../../../supabase/functions/_shared/settings.ts'
import { createState } from '../../../supabase/functions/_shared/state.ts'
import type { StoredToken } from '../../../supabase/functions/instagram-feed/access-token.ts'
import { DEMO_FEED } from '../../../supabase/functions/instagram-feed/demo-feed.ts'
import { type CachedFeed, createFeedReader } from '../../../supabase/functions/instagram-feed/feed.ts'
import { createGraphApi, type Post } from '../../../supabase/functions/instagram-feed/graph-api.ts'
import { instagramFeed } from '../../../supabase/functions/instagram-feed/handler.ts'
import { fetchPicture, type Picture } from '../../../supabase/functions/instagram-feed/picture.ts'
import { readSettings } from '../db/read-settings.ts'
import { createDatabaseRpc } from '../db/rpc.ts'
import type { FunctionsDeps } from './deps.ts'

const TILE_PIXELS = 640

export function createInstagramFeed({ db, instagramAccessToken, onFailure }: FunctionsDeps) {
  const rpc = createDatabaseRpc(db)
  return instagramFeed({
    readFeed: instagramAccessToken
      ? createFeedReader({
          token: instagramAccessToken,
          graph: createGraphApi(),
          tokens: createState<StoredToken>(rpc, 'instagram-token'),
          kept: createState<CachedFeed>(rpc, 'instagram-feed'),
          now: Date.now,
          onFailure: (error) => onFailure('instagram_failed', error),
        })
      : null,
    readDemo: async () => (isDemo(await readSettings(db, ['companyName'])) ? DEMO_FEED : null),
    fetchPicture: fetchTile,
    pictureUrl: (post) => `/functions/v1/instagram-feed/media/${encodeURIComponent(post.id)}`,
  })
}

/** The picture is decoded and re-encoded, so that nothing but a small square picture is passed on. */
async function fetchTile(post: Post): Promise<Picture | null> {
  const original = await fetchPicture(post)
  if (!original) return null
  try {
    const tile = sharp(original.bytes, { limitInputPixels: 50_000_000 }).rotate()
    const bytes = await tile.resize(TILE_PIXELS, TILE_PIXELS, { fit: 'cover' }).webp({ quality: 76 }).toBuffer()
    return { bytes: new Uint8Array(bytes), type: 'image/webp' }
  } catch {
    return null
  }
}
