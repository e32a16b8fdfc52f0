// A response stored as bytes that are ready to send: uncompressed, and compressed once for each encoding that clients
// accept.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressBytes, type Encoding, isCompressible } from '../compress.ts'

/** Headers that differ each time the response is sent. */
const PER_SEND_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
])

interface Variant {
  etag: string
  /** Names and values alternate, because Node writes this form fastest. */
  headers: string[]
  /** The headers for a 304 response. */
  headersWithoutBody: string[]
  body: Buffer
}

/** A sliced or concatenated string keeps its sources in memory, but a copy does not. */
export const ownCopy = (text: string): string => Buffer.from(text).toString()

const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

/** The compressor returns a slice of a buffer of 16 kB or more, and the whole buffer would stay in memory. */
function trimmed(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(copy)
  return copy
}

export class CachedResponse {
  readonly status: number
  /** What visitors who get this response are looking for (db/reads.ts). */
  readonly wanted: readonly string[]
  readonly #headers: [string, string][]
  readonly #plain: Buffer
  readonly #givenEncoding: string | null
  readonly #variants = new Map<Encoding, Variant>()
  readonly #pending = new Map<Encoding, Promise<Variant>>()
  readonly #onGrown: () => void
  /** The size of all variants' bodies and headers together. */
  bytes: number

  /** `onGrown` is called when a variant has been added. */
  constructor(response: Response, body: Buffer, wanted: readonly string[] = [], onGrown: () => void = () => {}) {
    this.status = response.status
    this.wanted = wanted.map(ownCopy)
    this.#headers = [...response.headers]
      .filter(([name]) => !PER_SEND_HEADERS.has(name))
      .map(([name, value]) => [name, ownCopy(value)])
    this.#plain = body
    this.bytes = body.byteLength + bytesOf(this.#headers.flat()) + bytesOf(this.wanted)
    this.#givenEncoding = response.headers.get('content-encoding')
    this.#onGrown = onGrown
  }

  /** Synchronous if the variant already exists. */
  send(request: IncomingMessage, response: ServerResponse, encoding: Encoding): void | Promise<void> {
    const variant = this.#variants.get(encoding)
    if (variant) return write(request, response, this.status, variant)
    return this.#createOnce(encoding).then((created) => write(request, response, this.status, created))
  }

  #createOnce(encoding: Encoding): Promise<Variant> {
    const pending = this.#pending.get(encoding) ?? this.#create(encoding).finally(() => this.#pending.delete(encoding))
    this.#pending.set(encoding, pending)
    return pending
  }

  async #create(encoding: Encoding): Promise<Variant> {
    const type = this.#headers.find(([name]) => name === 'content-type')?.[1] ?? ''
    const isWorthCompressing =
      this.#givenEncoding === null && this.status === 200 && isCompressible(type, this.#plain.byteLength)
    const chosen = isWorthCompressing ? encoding : 'identity'
    const body = chosen === 'identity' ? this.#plain : trimmed(await compressBytes(this.#plain, chosen))
    const contentEncoding = this.#givenEncoding ?? (chosen === 'identity' ? null : chosen)
    const variant = toVariant(this.#headers, body, contentEncoding)
    this.#variants.set(encoding, variant)
    this.bytes += bytesOf(variant.headers) + (body === this.#plain ? 0 : body.byteLength)
    this.#onGrown()
    return variant
  }
}

function toVariant(headers: [string, string][], body: Buffer, encoding: string | null): Variant {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const whole: [string, string][] = [
    ...headers.filter(([name]) => name !== 'etag'),
    ...(encoding ? [['content-encoding', encoding] as [string, string]] : []),
    ['etag', etag],
    ['content-length', String(body.byteLength)],
  ]
  const withoutBody = whole.filter(([name]) => !BODY_HEADERS.has(name))
  return { etag, headers: whole.flat(), headersWithoutBody: withoutBody.flat(), body }
}

const BODY_HEADERS = new Set(['content-length', 'content-type', 'content-encoding', 'content-range'])

function write(request: IncomingMessage, response: ServerResponse, status: number, variant: Variant): void {
  const known = request.headers['if-none-match']
  if (known !== undefined && status === 200 && (known.includes(variant.etag) || known.trim() === '*')) {
    response.writeHead(304, variant.headersWithoutBody).end()
    return
  }
  response.writeHead(status, variant.headers)
  if (request.method === 'HEAD') response.end()
  else response.end(variant.body)
}
