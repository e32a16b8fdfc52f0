// Counts what visitors look for in vain and which cars they compare. Pages come from the response cache, so the counts are
// kept in memory and written in batches. What is written says nothing about who looked.
import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { hashNetwork } from '../http/caller/client-address.ts'
import type { Logger } from '../http/observability/log.ts'
import {
  MAX_WANTED_AT_ONCE,
  MAX_WANTED_PER_NETWORK,
  MAX_WANTED_REMEMBERED,
  WANTED_ONCE_MS,
  WRITE_WANTED_EVERY_MS,
} from './limits.ts'

/** What is known about the request, only to leave out repeated requests and bots. */
export interface Visit {
  network: string | null
  userAgent: string
  /** `Sec-Purpose`: a page that is only prefetched has not been looked at. */
  purpose: string
}

export interface WantedCounter {
  /** Each is JSON: `{ kind, search }`, as forecourt.count_wanted reads it. */
  count(wanted: readonly string[], visit: Visit): void
  /** Writes what has been counted. */
  flush(): Promise<void>
}

export function createWantedCounter(db: Database, log: Logger, now: () => number = Date.now): WantedCounter {
  const key = randomBytes(32).toString('base64url')
  const isRepeated = createIsRepeated(key, now)
  const isRepeatedInOtherWords = createIsRepeated(key, now)
  let waiting = new Map<string, string[]>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = [...waiting]
    waiting = new Map()
    if (batch.length === 0) return
    try {
      const things = batch.map(([thing]) => JSON.parse(thing))
      const meant = await meanings(things)
      const counts = things.map((thing, at) => {
        const isNew = (network: string) => !isRepeatedInOtherWords(thing.kind + JSON.stringify(meant[at]), network)
        return { ...thing, times: batch[at]?.[1].filter(isNew).length }
      })
      const counted = counts.filter(({ times }) => times)
      if (counted.length > 0) await db.query('select forecourt.count_wanted($1)', [JSON.stringify(counted)])
    } catch (err) {
      log.warn({ event: 'wanted_not_counted', err })
    }
  }

  /** What each is stored as: "saab estate" and "estate saab" are the same. */
  async function meanings(things: object[]): Promise<object[]> {
    const { rows } = await db.query<{ meant: object }>(
      `select forecourt.wanted_of(thing -> 'search') as meant
      from jsonb_array_elements($1) with ordinality as given (thing, at) order by at`,
      [JSON.stringify(things)],
    )
    return rows.map(({ meant }) => meant)
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    count(things, visit) {
      if (isBot(visit.userAgent) || visit.purpose.includes('prefetch')) return
      const network = hashNetwork(visit.network, key)
      for (const thing of things) {
        const networks = waiting.get(thing)
        if ((!networks && waiting.size >= MAX_WANTED_AT_ONCE) || isRepeated(thing, network)) continue
        if (networks) networks.push(network)
        else waiting.set(thing, [network])
        timer ??= setTimeout(() => void flush(), WRITE_WANTED_EVERY_MS).unref()
      }
    },
    flush,
  }
}

/** Bots that say so. Browsers always send a user agent. */
const isBot = (userAgent: string) => userAgent === '' || /bot|crawl|spider|slurp/i.test(userAgent.slice(0, 500))

/**
 * Whether the network has asked for the search or car before, or for too many. Networks are remembered only in memory, and
 * only as hashes with a key that is never stored.
 */
function createIsRepeated(key: string, now: () => number): (thing: string, network: string) => boolean {
  const seen = new Set<string>()
  const things = new Map<string, number>()
  let since = now()
  return (thing, network) => {
    if (now() - since > WANTED_ONCE_MS || seen.size >= MAX_WANTED_REMEMBERED) {
      seen.clear()
      things.clear()
      since = now()
    }
    const pair = hashNetwork(`${network} ${thing}`, key)
    const count = things.get(network) ?? 0
    if (seen.has(pair) || count >= MAX_WANTED_PER_NETWORK) return true
    seen.add(pair)
    things.set(network, count + 1)
    return false
  }
}
