// Answers that everyone gets alike are made once and then sent from memory, before routing, logging or the database: public
// pages, what strangers read through rest, and the site's files. An answer is good until a table it was made from changes
// (db/reads.ts), and never over midnight in London, where prices and offers end. Whoever is signed in is always asked for anew.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Changes } from '../db/change-feed.ts'
import { Reads, withReads } from '../db/reads.ts'
import { KEPT_ANSWERS } from '../limits.ts'
import { acceptedEncoding } from './compress.ts'
import { KeptAnswer } from './kept-answer.ts'
import { createLondonDay } from './london-day.ts'

/** What is asked, without what makes no difference to the answer. */
export interface Question {
  key: string
  /** The address that the answer is made from, and the headers. */
  url: string
  headers: Record<string, string>
  /** Said of the answer where it says nothing itself. */
  cacheControl: string
}

export type Understand = (request: IncomingMessage) => Question | null

interface KeptAnswersDeps {
  /** The first to understand a request decides; what none understands is passed on. */
  understand: readonly Understand[]
  fetch(request: Request, asker: Asker): Response | Promise<Response>
  /** None where nobody tells of changes: then answers are kept for a minute at most. */
  changes: Changes | null
  pass(request: IncomingMessage, response: ServerResponse): void
  limits?: typeof KEPT_ANSWERS
}

interface Entry {
  answer: KeptAnswer
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

interface Made {
  answer: KeptAnswer
  entry: Entry | null
  /** Of the request that it was made for. */
  requestId: string | null
}

export interface KeptAnswers {
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Hits and misses since the start. */
  figures(): { hits: number; misses: number; entries: number; bytes: number }
}

export function createKeptAnswers(deps: KeptAnswersDeps): KeptAnswers {
  const { understand, pass, changes, limits = KEPT_ANSWERS } = deps
  const entries = new Map<string, Entry>()
  const flights = new Map<string, Promise<Made>>()
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
    bytes += entry.answer.bytes + limits.entryOverhead - entry.bytes
    entry.bytes = entry.answer.bytes + limits.entryOverhead
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

  async function make({ key, url, headers, cacheControl }: Question, asker: Asker): Promise<Made> {
    const reads = changes && new Reads(changes)
    const day = today()
    const endsAt = Date.now() + limits.unheardMs
    const ask = async () => deps.fetch(new Request(url, { headers: { ...headers, ...ofTheAsker(asker) } }), asker)
    const response = await (reads ? withReads(reads, ask) : ask())
    const body = Buffer.from(await response.arrayBuffer())
    const requestId = response.headers.get('x-request-id')
    const isCurrent = () => today() === day && (reads ? reads.areCurrent() : Date.now() < endsAt)
    const isKeepable =
      (response.status === 200 || response.status === 206) &&
      !response.headers.has('set-cookie') &&
      !/no-store|private/.test(response.headers.get('cache-control') ?? '') &&
      body.byteLength <= limits.eachBytes &&
      isCurrent()
    if (!isKeepable) return { answer: new KeptAnswer(response, body), entry: null, requestId }

    if (!response.headers.has('cache-control')) response.headers.set('cache-control', cacheControl)
    const answer = new KeptAnswer(response, body, () => weigh(key, entry))
    const entry: Entry = { answer, bytes: 0, isUsed: false, isCurrent }
    drop(key)
    entries.set(key, entry)
    weigh(key, entry)
    return { answer, entry, requestId }
  }

  async function answerAnew(question: Question, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const encoding = acceptedEncoding(request.headers['accept-encoding'] ?? '')
    const flight = flights.get(question.key)
    if (flight) {
      const made = await flight.catch(() => null)
      // What was not kept was for the one who asked first.
      if (made?.entry?.isCurrent()) await made.answer.send(request, response, encoding)
      else pass(request, response)
      return
    }
    misses++
    const making = make(question, { incoming: request, outgoing: response })
    flights.set(question.key, making)
    try {
      const { answer, requestId } = await making
      if (requestId) response.setHeader('x-request-id', requestId)
      await answer.send(request, response, encoding)
    } finally {
      flights.delete(question.key)
    }
  }

  return {
    listener(request, response) {
      const question = firstToUnderstand(understand, request)
      if (!question) return pass(request, response)
      const entry = find(question.key)
      const sent = entry
        ? entry.answer.send(request, response, acceptedEncoding(request.headers['accept-encoding'] ?? ''))
        : answerAnew(question, request, response)
      if (entry) hits++
      if (sent instanceof Promise) sent.catch(() => response.destroy())
    },
    figures: () => ({ hits, misses, entries: entries.size, bytes }),
  }
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

function firstToUnderstand(understand: readonly Understand[], request: IncomingMessage): Question | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  for (const each of understand) {
    const question = each(request)
    if (question) return question
  }
  return null
}
