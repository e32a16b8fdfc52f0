import type { Post } from './graph-api.ts'

const PICTURE_MILLISECONDS = 8000
const MAX_PICTURE_BYTES = 8 * 1024 * 1024
// Instagram's picture hosts. URLs on other hosts are never fetched, even if they are in Instagram's response.
const PICTURE_HOSTS = /(^|\.)(cdninstagram\.com|fbcdn\.net)$/

export const isInstagramPicture = (url: URL) => url.protocol === 'https:' && PICTURE_HOSTS.test(url.hostname)

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>
  type: string
}

/** A post's picture, or null if it cannot be loaded. */
export async function fetchPicture(post: Post, isAllowed = isInstagramPicture): Promise<Picture | null> {
  if (!URL.canParse(post.pictureUrl) || !isAllowed(new URL(post.pictureUrl))) return null
  try {
    const response = await fetch(post.pictureUrl, {
      redirect: 'error',
      signal: AbortSignal.timeout(PICTURE_MILLISECONDS),
    })
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (!response.ok || !/^image\/(jpeg|png|webp|avif|heic)$/.test(type)) return null
    const bytes = await readAtMost(response, MAX_PICTURE_BYTES)
    return bytes && { bytes, type }
  } catch {
    return null
  }
}

async function readAtMost(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
