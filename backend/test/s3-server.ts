// A small in-memory S3 for tests: it checks signatures and checksums, lists in pages, and can be made to fail. The same tests
// run against Ceph, a real server, in `npm run test:long`.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { S3Settings } from '../src/config/config.ts'
import { isSigned } from './s3-signature.ts'

/**
 * `refuse` closes every connection, `hang` never responds, `half` closes in the middle of a file, `stall` stops sending there;
 * the others are error responses.
 */
export type S3Fault = 'refuse' | 'hang' | 'half' | 'stall' | 'slow-down' | 'forbidden' | 'broken' | 'full'
type Behaviour = S3Fault | null | ((request: IncomingMessage) => S3Fault | null)

const ERRORS: Partial<Record<S3Fault, [status: number, code: string]>> = {
  'slow-down': [503, 'SlowDown'],
  forbidden: [403, 'AccessDenied'],
  broken: [500, 'InternalError'],
  full: [403, 'QuotaExceeded'],
}

interface Stored {
  bytes: Buffer
  etag: string
  modifiedAt: Date
  metadata: Record<string, string>
}

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code)
  }
}

const PAGE = 1000

export async function startS3Server({ bucket = 'pictures', pageSize = PAGE } = {}) {
  const objects = new Map<string, Stored>()
  const sockets = new Set<Socket>()
  const keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' }
  let behaviour: Behaviour = null
  let requests = 0

  const server = createServer((request, response) => {
    requests++
    const day = typeof behaviour === 'function' ? behaviour(request) : behaviour
    if (day === 'refuse') return void request.socket.destroy()
    if (day === 'hang') return
    respond(request, response, day).catch((error: unknown) => {
      const { status, code } = error instanceof Refused ? error : new Refused(500, 'InternalError')
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>x</Message></Error>`)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (behaviour === 'refuse') socket.destroy()
  })

  async function respond(request: IncomingMessage, response: ServerResponse, day: S3Fault | null): Promise<void> {
    const body = await readBody(request)
    const error = day && ERRORS[day]
    if (error) throw new Refused(...error)
    if (!isSigned(request, body, keys)) throw new Refused(403, 'SignatureDoesNotMatch')
    const url = new URL(request.url ?? '', 'http://s3')
    const [, named, ...rest] = url.pathname.split('/')
    if (named !== bucket) throw new Refused(404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    if (key === '') return request.method === 'HEAD' ? void response.end() : list(url.searchParams, response)
    switch (request.method) {
      case 'PUT':
        return request.headers['x-amz-copy-source'] ? copy(request, response, key) : put(request, response, key, body)
      case 'DELETE':
        objects.delete(key)
        return void response.writeHead(204).end()
      default:
        return get(request, response, key, day)
    }
  }

  function find(key: string): Stored {
    const stored = objects.get(key)
    if (!stored) throw new Refused(404, 'NoSuchKey')
    return stored
  }

  function put({ headers }: IncomingMessage, response: ServerResponse, key: string, bytes: Buffer): void {
    const md5 = createHash('md5').update(bytes).digest()
    const claimed = headers['content-md5']
    if (claimed && claimed !== md5.toString('base64')) throw new Refused(400, 'BadDigest')
    const metadata = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [],
      ),
    )
    const etag = `"${md5.toString('hex')}"`
    objects.set(key, { bytes, etag, modifiedAt: new Date(), metadata })
    response.setHeader('etag', etag).end()
  }

  function copy({ headers }: IncomingMessage, response: ServerResponse, key: string): void {
    const source = decodeURIComponent(String(headers['x-amz-copy-source'])).replace(/^\//, '')
    const stored = find(source.slice(bucket.length + 1))
    objects.set(key, { ...stored, modifiedAt: new Date() })
    response.end(`<CopyObjectResult><ETag>${stored.etag}</ETag></CopyObjectResult>`)
  }

  function get(request: IncomingMessage, response: ServerResponse, key: string, day: S3Fault | null): void {
    const { bytes, etag, modifiedAt, metadata } = find(key)
    const expected = request.headers['if-match']
    if (expected && expected !== etag) throw new Refused(412, 'PreconditionFailed')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const [start, end] = from ? [Number(from), Math.min(Number(to), bytes.length - 1)] : [0, bytes.length - 1]
    const part = bytes.subarray(start, end + 1)
    response.writeHead(from ? 206 : 200, {
      ...metadata,
      etag,
      // Whole seconds, as on real servers.
      'last-modified': modifiedAt.toUTCString(),
      'content-length': part.length,
      ...(from && { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
    })
    if (request.method === 'HEAD') response.end()
    else if (day !== 'half' && day !== 'stall') response.end(part)
    else response.write(part.subarray(0, part.length / 2), () => day === 'half' && request.socket.destroy())
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
    const page = names.slice(0, pageSize)
    const isTruncated = names.length > page.length
    const contents = page.map((key) => {
      const { bytes, etag, modifiedAt } = find(key)
      return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${bytes.length}</Size></Contents>`
    })
    const next = isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    response.setHeader('content-type', 'application/xml')
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings: S3Settings = { endpoint: `http://127.0.0.1:${port}`, bucket, region: 'us-east-1', ...keys }
  return {
    settings,
    /** Settings for our own server. */
    env: toEnv(settings),
    objects,
    /** Stays in effect until the next call. Requests that are already hanging keep hanging. */
    behave(next: Behaviour): void {
      behaviour = next
      if (next === 'refuse') for (const socket of sockets) socket.destroy()
    },
    /** The number of requests so far. */
    requests: () => requests,
    async close(): Promise<void> {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

export const toEnv = ({ endpoint, bucket, accessKeyId, secretAccessKey, region }: S3Settings) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_REGION: region,
})

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
