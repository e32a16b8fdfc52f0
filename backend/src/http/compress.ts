// Compresses text responses with Brotli or gzip. Bodies are complete by the time they get here (pages are rendered
// whole, and REST returns a single string), so each is compressed in one go, off the main thread.
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'

export type Encoding = 'br' | 'gzip' | 'identity'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const MIN_COMPRESSED_BYTES = 1024
const TEXT = /^(text\/|application\/(json|xml|javascript|openapi\+json|manifest\+json)|image\/svg)/
// A compressed page fits into one chunk. Every further chunk is another trip to the thread pool and back.
const OPTIONS = { chunkSize: 64 * 1024 }
// Quality 4 takes about as long as gzip 6 and compresses better. Quality 11 would take a hundred times as long. A window
// of 256 KiB covers every page, and takes less time to set up than the default of 4 MiB.
const BROTLI_OPTIONS = { ...OPTIONS, params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_LGWIN]: 18 } }

export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { res } = c
    const type = res.headers.get('content-type') ?? ''
    if (!TEXT.test(type) || res.headers.has('content-encoding')) return
    res.headers.append('vary', 'accept-encoding')
    const encoding = acceptedEncoding(c.req.header('accept-encoding') ?? '')
    if (encoding === 'identity' || !res.body || c.req.method === 'HEAD' || res.status === 206) return

    const body = Buffer.from(await res.arrayBuffer())
    const headers = new Headers(res.headers)
    if (!isCompressible(type, body.byteLength))
      return replaceResponse(c, new Response(body, { status: res.status, headers }))
    headers.set('content-encoding', encoding)
    headers.delete('content-length')
    replaceResponse(c, new Response(await compressBytes(body, encoding), { status: res.status, headers }))
  }
}

/**
 * Clears the response first. Otherwise Hono adds the old headers to the new ones, and turns the body into a stream to do
 * so.
 */
function replaceResponse(c: Context, response: Response): void {
  c.res = undefined
  c.res = response
}

export const isCompressible = (contentType: string, bytes: number) =>
  TEXT.test(contentType) && bytes >= MIN_COMPRESSED_BYTES

export const compressBytes = (body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer<ArrayBuffer>> =>
  encoding === 'br' ? toBrotli(body, BROTLI_OPTIONS) : toGzip(body, OPTIONS)

export function acceptedEncoding(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}
