// Builds a cache key from the headers that affect a read, in a normalised form. Caches add the key to the address, so
// that neither an irrelevant header nor a different spelling of a relevant one creates a new entry.
import { MAX_CACHED_HEADER_BYTES } from '../http/response-cache/limits.ts'
import { RestError } from './errors.ts'
import { parseAccept } from './parse/parse-accept.ts'
import { parsePreferences } from './parse/parse-preferences.ts'
import { parseRangeHeader } from './parse/parse-range.ts'

/** Headers and their keys, of at most 1 kB each, so that a cached read does not parse them again. */
const known = new Map<string, string | null>()
const MAX_KNOWN = 500

type Header = (name: string) => string | null | undefined

/** Null if the read must not be cached, because its headers are too long, invalid or costly to check. */
export function readKeyOf(header: Header): string | null {
  const accept = header('accept') ?? ''
  const profile = header('accept-profile') ?? ''
  const prefer = header('prefer') ?? ''
  const range = header('range') ?? ''
  const longest = Math.max(accept.length, profile.length, prefer.length, range.length)
  if (longest > MAX_CACHED_HEADER_BYTES) return null
  const written = `${accept}\n${profile}\n${prefer}\n${range}`
  const key = known.get(written)
  if (key !== undefined) return key
  if (known.size >= MAX_KNOWN) known.clear()
  const made = makeKey(accept, profile, prefer, range)
  known.set(written, made)
  return made
}

function makeKey(accept: string, profile: string, prefer: string, range: string): string | null {
  // Looking up a time zone takes up to a millisecond, and this runs before a request is admitted.
  if (prefer.includes('timezone')) return null
  try {
    return `${acceptKey(accept)}\n${profile}\n${preferKey(prefer)}\n${rangeKey(range)}`
  } catch (error) {
    if (error instanceof RestError) return null
    throw error
  }
}

function acceptKey(header: string): string {
  const { format, isStripped } = parseAccept(header)
  return isStripped ? `${format} stripped` : format
}

/** Leaves out `resolution`, `missing` and `return`, which affect only writes. */
function preferKey(header: string): string {
  const { count, handling, maxAffected, tx } = parsePreferences(header)
  return [count, handling, handling === 'strict' ? maxAffected : null, tx].join()
}

const rangeKey = (header: string) => parseRangeHeader(header)?.join('-') ?? ''
