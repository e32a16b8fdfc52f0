// Answers that everyone gets alike are made once and then sent from memory, before routing, logging or the database: public
// pages, what strangers read through rest, and the site's files. An answer is good until a table it was made from changes
// (db/reads.ts), and never over midnight in London, where prices and offers end. Whoever is signed in is always asked for anew.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Changes } from '../../db/change-feed.ts'
import { Reads, withReads } from '../../db/reads.ts'
import { createLondonDay } from '../../lib/london-day.ts'
import type { AdmissionBindings } from '../admission/admission.ts'
import { acceptedEncoding } from '../compress.ts'
import { CachedResponse, ownCopy } from './cached-response.ts'
import { RESPONSE_CACHE } from './limits.ts'

/** What is asked, without what makes no difference to the answer. */
export interface CacheableRequest {
  key: string
  /** The address that the answer is made from, and the headers. */
  url: string
  headers: Record<string, string>
  /** Said of the answer where it says nothing itself. */
  cacheControl: string
}

export type FindCacheable = (request: IncomingMessage) => CacheableRequest | null

interface ResponseCacheDeps {
  /** The first to understand a request decides; what none understands is passed on. */
  understand: readonly FindCacheable[]
  fetch(request: Request, asker: Asker & AdmissionBindings): Response | Promise<Response>
  /** None where nobody tells of changes: then answers are kept for a minute at most. */
  changes: Changes | null
  pass(request: IncomingMessage, response: ServerResponse): void
  limits?: typeof RESPONSE_CACHE
}

interface Entry {
  answer: CachedResponse
  /** As they are counted: key, headers and bodies, and what the objects around them cost. */
  bytes: number
  /** Since room was last made. */
  isUsed: boolean
  isCurrent(): boolean
}

/** What Hono's Node server hands to the application beside the request. */
interface Asker {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

/** An answer that is being made by a request that has been admitted; null when it could not be kept. */
interface Flight {
  landed: Promise<Entry | null>
  land(entry: Entry | null): void
}

export interface ResponseCache {
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Hits and misses since the start. */
  figures(): { hits: number; misses: number; entries: number; bytes: number }
}

/** For the log: no client gets it. */
const CLIENT_CLOSED_REQUEST = 499

export function createResponseCache(deps: ResponseCacheDeps): ResponseCache {
  const { understand, pass, changes, limits = RESPONSE_CACHE } = deps
  const entries = new Map<string, Entry>()
  const flights = new Map<string, Flight>()
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

  /** Counts what the answer has grown to, and makes room for it. */
  function weigh(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return
    const counted = Buffer.byteLength(key) + entry.answer.bytes + limits.entryOverhead
    bytes += counted - entry.bytes
    entry.bytes = counted
    // In the order they came; one that was used since the last time goes behind the others instead.
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

  // This function and the next make what lives as long as the entry. Inside `make` it would hold the request as well: closures
  // of one function share one scope.
  function createIsCurrent(reads: Reads | null): () => boolean {
    const day = today()
    const endsAt = Date.now() + limits.unheardMs
    return () => today() === day && (reads ? reads.areCurrent() : Date.now() < endsAt)
  }

  function keep(longKey: string, response: Response, body: Buffer, isCurrent: () => boolean): Entry {
    const key = ownCopy(longKey)
    const answer = new CachedResponse(response, body, () => weigh(key, entry))
    const entry: Entry = { answer, bytes: 0, isUsed: false, isCurrent }
    drop(key)
    entries.set(key, entry)
    weigh(key, entry)
    return entry
  }

  function isKeepable({ status, headers }: Response, body: Buffer, isCurrent: () => boolean): boolean {
    return (
      (status === 200 || status === 206) &&
      !headers.has('set-cookie') &&
      !/no-store|private/.test(headers.get('cache-control') ?? '') &&
      body.byteLength <= limits.eachBytes &&
      isCurrent()
    )
  }

  /**
   * Each request is admitted on the account of its own network, and only then does it render or wait for a render: no request
   * waits in another network's queue.
   */
  async function make(question: CacheableRequest, asker: Asker, mayWait: boolean) {
    const { key, url, headers, cacheControl } = question
    const reads = changes && new Reads(changes)
    const isCurrent = createIsCurrent(reads)
    let shared: Entry | null = null
    let flight: Flight | null = null
    const whenAdmitted = async () => {
      shared = find(key) ?? (mayWait && !asker.outgoing.destroyed ? await landingOf(key) : null)
      if (shared) return new Response(null, { status: shared.answer.status })
      // The client disconnected while it was queued. A render that has begun goes on: other requests may wait for it.
      if (asker.outgoing.destroyed) return new Response(null, { status: CLIENT_CLOSED_REQUEST })
      if (!flights.has(key)) {
        flight = createFlight()
        flights.set(key, flight)
      }
      return null
    }
    const ask = async () =>
      deps.fetch(new Request(url, { headers: { ...headers, ...ofTheAsker(asker) } }), { ...asker, whenAdmitted })
    let entry: Entry | null = null
    try {
      const response = await (reads ? withReads(reads, ask) : ask())
      const requestId = response.headers.get('x-request-id')
      // Assigned in a callback, which the compiler does not see.
      const sharedResponse = (shared as Entry | null)?.answer
      if (sharedResponse) return { answer: sharedResponse, requestId }
      misses++
      const body = Buffer.from(await response.arrayBuffer())
      if (!isKeepable(response, body, isCurrent)) return { answer: new CachedResponse(response, body), requestId }
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', cacheControl)
      entry = keep(key, response, body, isCurrent)
      return { answer: entry.answer, requestId }
    } finally {
      land(key, flight, entry)
    }
  }

  function land(key: string, flight: Flight | null, entry: Entry | null): void {
    if (!flight) return
    flights.delete(key)
    flight.land(entry)
  }

  /** What another request is making now, unless it cannot be kept: then it was for that request alone. */
  async function landingOf(key: string): Promise<Entry | null> {
    const entry = (await flights.get(key)?.landed) ?? null
    return entry?.isCurrent() ? entry : null
  }

  async function respond(
    question: CacheableRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const encoding = acceptedEncoding(request.headers['accept-encoding'] ?? '')
    const hasWaited = flights.has(question.key)
    const shared = hasWaited ? await landingOf(question.key) : null
    if (shared) return shared.answer.send(request, response, encoding)
    // A closed socket has lost its address, so the request could not be counted against its network.
    if (request.socket.destroyed) return
    const { answer, requestId } = await make(question, { incoming: request, outgoing: response }, !hasWaited)
    if (requestId) response.setHeader('x-request-id', requestId)
    await answer.send(request, response, encoding)
  }

  return {
    listener(request, response) {
      const question = findCacheable(understand, request)
      if (!question) return pass(request, response)
      const entry = find(question.key)
      const sent = entry
        ? entry.answer.send(request, response, acceptedEncoding(request.headers['accept-encoding'] ?? ''))
        : respond(question, request, response)
      if (entry) hits++
      if (sent instanceof Promise) sent.catch(() => response.destroy())
    },
    figures: () => ({ hits, misses, entries: entries.size, bytes }),
  }
}

function createFlight(): Flight {
  let land: Flight['land'] = () => {}
  const landed = new Promise<Entry | null>((resolve) => {
    land = resolve
  })
  return { landed, land }
}

/** Whose request it is counts for the limits, and what it is called for the log; neither for the answer. */
function ofTheAsker({ incoming }: Asker): Record<string, string> {
  const told: Record<string, string> = {}
  for (const name of ['x-forwarded-for', 'x-request-id', 'traceparent']) {
    const value = incoming.headers[name]
    if (typeof value === 'string') told[name] = value
  }
  return told
}

function findCacheable(understand: readonly FindCacheable[], request: IncomingMessage): CacheableRequest | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  for (const each of understand) {
    const question = each(request)
    if (question) return question
  }
  return null
}
