// Answers with a stored file: conditions, ranges, and headers that keep a browser from seeing anything but a picture.

import type { StorageDriver, StoredFile } from './driver.ts'
import { StorageError } from './errors.ts'
import type { ObjectRow } from './objects.ts'

// The type was proven by content when it was stored; these make sure that nothing else is ever made of it.
const PICTURE_ONLY = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-robots-tag': 'none',
}

interface Served {
  driver: StorageDriver
  file: StoredFile
  object: ObjectRow
}

export function serveObject(request: Request, { driver, file, object }: Served): Response {
  const metadata = object.metadata
  const headers = new Headers({
    ...PICTURE_ONLY,
    'content-type': metadata?.mimetype ?? 'application/octet-stream',
    'cache-control': metadata?.cacheControl ?? 'no-cache',
    etag: metadata?.eTag ?? '',
    'last-modified': file.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    ...disposition(request),
  })
  if (isUnchanged(request, headers.get('etag'), file.modifiedAt)) return new Response(null, { status: 304, headers })

  const range = parseRange(request.headers.get('range'), file.size)
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.size}`)
  const body = request.method === 'HEAD' ? null : driver.stream(file.key, { start, end })
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** A rendered picture never changes under its address: a new picture gets a new name. */
export function serveRendered(
  request: Request,
  rendered: { bytes: Buffer; contentType: string; etag: string },
): Response {
  const headers = new Headers({
    ...PICTURE_ONLY,
    'content-type': rendered.contentType,
    'content-length': String(rendered.bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    etag: rendered.etag,
    vary: 'Accept',
    ...disposition(request),
  })
  // Search engines may show them, unlike the originals.
  headers.delete('x-robots-tag')
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
  const encoded = encodeURIComponent(name)
  return { 'content-disposition': `attachment; filename=${encoded}; filename*=UTF-8''${encoded}` }
}
