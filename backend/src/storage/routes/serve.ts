// Serves a stored file. Supports conditional requests and ranges, and sends headers that prevent a browser from running
// any of the file.

import { BRAND_BUCKET } from '../../../../supabase/functions/_shared/picture-variants.ts'
import type { StorageDriver, StoredFile } from '../drivers/driver.ts'
import { StorageError } from '../errors.ts'
import { MAX_OBJECT_NAME_PART_CHARACTERS } from '../limits.ts'
import type { ObjectRow } from '../objects.ts'
import { servedType } from './served-type.ts'

// A picture's type was checked when it was stored, and a document gets a type that cannot run. These headers make sure
// that browsers do not treat either as anything else.
const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-robots-tag': 'none',
}

interface Served {
  driver: StorageDriver
  file: StoredFile
  object: ObjectRow
  /** Shared caches must not store a private file. */
  isPrivate: boolean
}

export async function serveObject(request: Request, { driver, file, object, isPrivate }: Served): Promise<Response> {
  const metadata = object.metadata
  const { contentType, isInline } = servedType(metadata?.mimetype, object.bucket_id === BRAND_BUCKET)
  const cacheControl = metadata?.cacheControl ?? 'no-cache'
  const headers = new Headers({
    ...HARMLESS,
    'content-type': contentType,
    'cache-control': isPrivate ? `private, ${cacheControl.replace(/\bpublic\b,?\s*/gi, '')}` : cacheControl,
    etag: metadata?.eTag ?? '',
    'last-modified': file.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    ...(isInline ? {} : { 'content-disposition': 'attachment' }),
    ...disposition(request),
  })
  if (isUnchanged(request, headers.get('etag'), file.modifiedAt)) return new Response(null, { status: 304, headers })

  const range = parseRange(request.headers.get('range'), file.size)
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.size}`)
  const wanted = { range: { start, end }, signal: request.signal }
  const body = request.method === 'HEAD' ? null : await driver.open(file, wanted)
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** A rendered picture never changes under its URL, because a new picture gets a new name. */
export function serveRendered(
  request: Request,
  rendered: { bytes: Buffer; contentType: string; etag: string },
  isPrivate: boolean,
): Response {
  const headers = new Headers({
    ...HARMLESS,
    'content-type': rendered.contentType,
    'content-length': String(rendered.bytes.length),
    'cache-control': isPrivate ? 'private, no-cache' : 'public, max-age=31536000, immutable',
    etag: rendered.etag,
    vary: 'Accept',
    ...disposition(request),
  })
  // Search engines may index rendered pictures, but not originals.
  if (!isPrivate) headers.delete('x-robots-tag')
  if (isUnchanged(request, rendered.etag, null)) {
    headers.delete('content-length')
    return new Response(null, { status: 304, headers })
  }
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(rendered.bytes), { headers })
}

function isUnchanged(request: Request, etag: string | null, modifiedAt: Date | null): boolean {
  const known = request.headers.get('if-none-match')
  if (known !== null) {
    return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '')
  return modifiedAt !== null && Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since
}

function parseRange(header: string | null, size: number): { start: number; end: number } | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return null
  const [from, to] = [found[1] ?? '', found[2] ?? '']
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start > end || start >= size) throw new StorageError('InvalidRange')
  return { start, end }
}

function disposition(request: Request): Record<string, string> {
  const name = new URL(request.url).searchParams.get('download')
  if (name === null) return {}
  if (name === '') return { 'content-disposition': 'attachment;' }
  // Cut between characters, because half a surrogate pair cannot be encoded.
  const encoded = encodeURIComponent([...name].slice(0, MAX_OBJECT_NAME_PART_CHARACTERS).join(''))
  return { 'content-disposition': `attachment; filename=${encoded}; filename*=UTF-8''${encoded}` }
}
