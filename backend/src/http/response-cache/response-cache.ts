// Responses that are the same for every visitor (public pages, anonymous reads through REST, small pictures, and the
// site's files) are made once and then sent from memory, before routing, logging or the database. A response is cached
// until a table it was made from changes (db/reads.ts), or until midnight in London, when prices and offers expire.
// Signed-in users bypass the cache.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Changes } from '../../db/change-feed.ts'
import { Reads, withReads } from '../../db/reads.ts'
import { createLondonDay } from '../../lib/london-day.ts'
import type { AdmissionBindings } from '../admission/admission.ts'
import { acceptedEncoding } from '../compress.ts'
import { CachedResponse, ownCopy } from './cached-response.ts'
import { RESPONSE_CACHE } from './limits.ts'

/** A request without the parts that do not affect its response. */
export interface CacheableRequest {
  key: string
  /** The response is made from this URL and these headers. */
  url: string
  headers: Record<string, string>
  /** For a response that does not set `Cache-Control` itself. */
  cacheControl: string
}

export type FindCacheable = (request: IncomingMessage) => CacheableRequest | null

interface ResponseCacheDeps {
  /** The first finder that recognises a request is used. A request that none recognises is passed on. */
  finders: readonly FindCacheable[]
  fetch(request: Request, bindings: HttpBindings & AdmissionBindings): Response | Promise<Response>
  /** Null if there is no change feed, in which case responses are cached for at most a minute. */
  changes: Changes | null
  pass(request: IncomingMessage, response: ServerResponse): void
  /** Called each time a response with `wanted` entries is sent (db/reads.ts). */
  onWanted?(wanted: readonly string[], request: IncomingMessage): void
  limits?: typeof RESPONSE_CACHE
}

interface Entry {
  response: CachedResponse
  /** The size of the entry's key, headers and bodies, plus its overhead. */
  bytes: number
  /** Whether the entry has been used since entries were last evicted. */
  isUsed: boolean
  isCurrent(): boolean
}

/** The bindings that Hono's Node server passes to the application with the request. */
interface HttpBindings {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

/** A response that an admitted request is making. `result` resolves to null if the response cannot be cached. */
interface Pending {
  result: Promise<Entry | null>
  finish(entry: Entry | null): void
}

export interface ResponseCache {
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Hits and misses since the start. */
  stats(): { hits: number; misses: number; entries: number; bytes: number }
}

/** Used only in the log, when the client has disconnected. */
const CLIENT_CLOSED_REQUEST = 499

export function createResponseCache(deps: ResponseCacheDeps): ResponseCache {
  const { finders, pass, changes, onWanted, limits = RESPONSE_CACHE } = deps
  const entries = new Map<string, Entry>()
  const pending = new Map<string, Pending>()
  const today = createLondonDay()
  let bytes = 0
  let hits = 0
  let misses = 0

  function drop(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    bytes -= entry.bytes
    entries.delete(key)
  }

  function find(key: string): Entry | null {
    const entry = entries.get(key)
    if (!entry) return null
    if (!entry.isCurrent()) {
      drop(key)
      return null
    }
    entry.isUsed = true
    return entry
  }

  /** Counts an entry that is new or has grown, and evicts other entries if the cache is over its limit. */
  function updateSize(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return
    const counted = Buffer.byteLength(key) + entry.response.bytes + limits.entryOverhead
    bytes += counted - entry.bytes
    entry.bytes = counted
    // Evict the oldest entries first. An entry that was used since the last eviction becomes the newest instead.
    for (const [oldest, old] of entries) {
      if (bytes <= limits.bytes) break
      if (old.isUsed) {
        old.isUsed = false
        entries.delete(oldest)
        entries.set(oldest, old)
      } else {
        drop(oldest)
      }
    }
  }

  // The closures in this function and the next live as long as the entry. Inside `make` they would keep the request in
  // memory as well, because all closures in a function share one scope.
  function createIsCurrent(reads: Reads | null): () => boolean {
    const day = today()
    const endsAt = Date.now() + limits.maxAgeMs
    return () => today() === day && (reads ? reads.areCurrent() : Date.now() < endsAt)
  }

  function store(longKey: string, response: Response, body: Buffer, reads: Reads | null, isCurrent: () => boolean) {
    const key = ownCopy(longKey)
    const cached = new CachedResponse(response, body, reads?.wanted, () => updateSize(key, entry))
    const entry: Entry = { response: cached, bytes: 0, isUsed: false, isCurrent }
    drop(key)
    entries.set(key, entry)
    updateSize(key, entry)
    return entry
  }

  function isCacheable({ status, headers }: Response, body: Buffer, isCurrent: () => boolean): boolean {
    return (
      (status === 200 || status === 206) &&
      !headers.has('set-cookie') &&
      !/no-store|private/.test(headers.get('cache-control') ?? '') &&
      body.byteLength <= limits.eachBytes &&
      isCurrent()
    )
  }

  /**
   * Each request is first admitted for its own network, and only then renders the response or waits for another
   * request's. So no request waits in another network's queue.
   */
  async function make(cacheable: CacheableRequest, bindings: HttpBindings, mayWait: boolean) {
    const { key, url, headers, cacheControl } = cacheable
    const reads = changes && new Reads(changes)
    const isCurrent = createIsCurrent(reads)
    let shared: Entry | null = null
    let own: Pending | null = null
    const whenAdmitted = async () => {
      shared = find(key) ?? (mayWait && !bindings.outgoing.destroyed ? await waitForPending(key) : null)
      if (shared) return new Response(null, { status: shared.response.status })
      // The client disconnected while the request was queued. A render that has started goes on, because other requests
      // may be waiting for it.
      if (bindings.outgoing.destroyed) return new Response(null, { status: CLIENT_CLOSED_REQUEST })
      if (!pending.has(key)) {
        own = createPending()
        pending.set(key, own)
      }
      return null
    }
    const fetch = async () =>
      deps.fetch(new Request(url, { headers: { ...headers, ...clientHeaders(bindings) } }), {
        ...bindings,
        whenAdmitted,
      })
    let entry: Entry | null = null
    try {
      const response = await (reads ? withReads(reads, fetch) : fetch())
      const requestId = response.headers.get('x-request-id')
      // The compiler does not see that the variable is assigned in a callback.
      const sharedResponse = (shared as Entry | null)?.response
      if (sharedResponse) return { made: sharedResponse, requestId }
      misses++
      const body = Buffer.from(await response.arrayBuffer())
      if (!isCacheable(response, body, isCurrent))
        return { made: new CachedResponse(response, body, reads?.wanted), requestId }
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', cacheControl)
      entry = store(key, response, body, reads, isCurrent)
      return { made: entry.response, requestId }
    } finally {
      finish(key, own, entry)
    }
  }

  function finish(key: string, own: Pending | null, entry: Entry | null): void {
    if (!own) return
    pending.delete(key)
    own.finish(entry)
  }

  /**
   * Returns the response that another request is making, or null if that response cannot be cached and is meant for that
   * request alone.
   */
  async function waitForPending(key: string): Promise<Entry | null> {
    const entry = (await pending.get(key)?.result) ?? null
    return entry?.isCurrent() ? entry : null
  }

  function send(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    if (cached.wanted.length > 0 && request.method === 'GET') onWanted?.(cached.wanted, request)
    return cached.send(request, response, acceptedEncoding(request.headers['accept-encoding'] ?? ''))
  }

  async function respond(
    cacheable: CacheableRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const hasWaited = pending.has(cacheable.key)
    const shared = hasWaited ? await waitForPending(cacheable.key) : null
    if (shared) return send(shared.response, request, response)
    // A closed socket no longer has an address, so the request could not be counted against its network.
    if (request.socket.destroyed) return
    const { made, requestId } = await make(cacheable, { incoming: request, outgoing: response }, !hasWaited)
    if (requestId) response.setHeader('x-request-id', requestId)
    await send(made, request, response)
  }

  return {
    listener(request, response) {
      const cacheable = findCacheable(finders, request)
      if (!cacheable) return pass(request, response)
      const entry = find(cacheable.key)
      const sent = entry ? send(entry.response, request, response) : respond(cacheable, request, response)
      if (entry) hits++
      if (sent instanceof Promise) sent.catch(() => response.destroy())
    },
    stats: () => ({ hits, misses, entries: entries.size, bytes }),
  }
}

function createPending(): Pending {
  let finish: Pending['finish'] = () => {}
  const result = new Promise<Entry | null>((resolve) => {
    finish = resolve
  })
  return { result, finish }
}

/** The client's address is needed for the limits, and its id for the log. Neither affects the response. */
function clientHeaders({ incoming }: HttpBindings): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of ['x-forwarded-for', 'x-request-id']) {
    const value = incoming.headers[name]
    if (typeof value === 'string') found[name] = value
  }
  return found
}

function findCacheable(finders: readonly FindCacheable[], request: IncomingMessage): CacheableRequest | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  for (const find of finders) {
    const cacheable = find(request)
    if (cacheable) return cacheable
  }
  return null
}
