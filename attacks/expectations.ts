// The bounds that no attack may exceed. Limits are imported from the code that enforces them; the other numbers are
// promises about the product as a whole.
import { AUTH_RATES } from '../backend/src/auth/limits.ts'
import { MAX_CONNECTIONS } from '../backend/src/http/admission/limits.ts'
import {
  MAX_BODY_BYTES,
  MAX_COOKIE_BYTES,
  MAX_HEADER_BYTES,
  MAX_URL_CHARACTERS,
} from '../backend/src/http/request-limits/limits.ts'
import { MIB } from '../backend/src/lib/units.ts'
import { MAX_ORDER_TERMS, MAX_RESPONSE_BYTES } from '../backend/src/rest/limits.ts'
import { MAX_UPLOAD_BYTES } from '../supabase/functions/_shared/picture-uploads.ts'
import { PICTURE_SIZES } from '../supabase/functions/_shared/picture-variants.ts'

export { MAX_CONNECTIONS, MAX_ORDER_TERMS }

/** The largest response for each path. The first matching prefix applies. */
const RESPONSE_LIMITS: readonly [prefix: string, bytes: number][] = [
  ['/rest/', MAX_RESPONSE_BYTES.authenticated],
  ['/storage/', MAX_UPLOAD_BYTES + MIB],
  ['/auth/', MIB],
  ['/functions/', MIB],
  ['/captcha/', MIB / 16],
  ['/', 2 * MIB],
]

export const responseLimit = (path: string) => RESPONSE_LIMITS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? MIB

/** The server process's peak memory, including its embedded database. */
export const MAX_MEMORY_MIB = 1536

/**
 * The largest request that the server must still read, in bytes: the URL as sent, the cookies, the URL and headers
 * together, and the body.
 */
export const MAX_REQUEST = {
  url: MAX_URL_CHARACTERS,
  cookie: MAX_COOKIE_BYTES,
  head: MAX_HEADER_BYTES,
  body: MAX_BODY_BYTES,
}

/** Proxies refuse responses with longer headers. */
export const MAX_RESPONSE_HEAD_BYTES = 8192

/**
 * How long one request may block an event loop. The short run is part of `npm test`, which must not fail just because
 * the machine is busy.
 */
export const MAX_EVENT_LOOP_MS = { long: 200, short: 2000 }

/** How much of an oversized body may be sent before it is refused. Sockets and the kernel buffer this much. */
export const MAX_TAKEN_BYTES = 16 * MIB

/**
 * How many variants of a picture can be created by anonymous callers: each size as WebP, as AVIF and in the original's
 * format.
 */
export const MAX_VARIANTS = 3 * PICTURE_SIZES.length

/** The number of wrong passwords after which the site refuses sign-ins to an account from one network. */
export const WRONG_PASSWORDS = AUTH_RATES.passwordPair.points + 5

export const GOAL = { healthP99Ms: 100, secondVisitorP95Ms: 1000 }
