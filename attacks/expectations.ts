// What the product promises to outside callers. Written down here a second time on purpose: expectations must not come from the
// code that they check.

const MIB = 1024 * 1024

/** The largest answer of an address, by how the address begins; the first that fits. */
const ANSWER_LIMITS: readonly [prefix: string, bytes: number][] = [
  ['/rest/', 16 * MIB],
  ['/storage/', 6 * MIB],
  ['/auth/', MIB],
  ['/functions/', MIB],
  ['/captcha/', MIB / 16],
  ['/', 2 * MIB],
]

export const answerLimit = (path: string) => ANSWER_LIMITS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? MIB

/** What the server process may hold at its highest, its embedded database included. */
export const MAX_MEMORY_MIB = 1536

/** The longest request that is read: bytes of the URL as it is sent, of cookies, of URL and headers together, and of a body. */
export const MAX_REQUEST = { url: 8192, cookie: 4096, head: 16_384, body: MIB }

/** What proxies take of an answer's headers. */
export const MAX_ANSWER_HEAD_BYTES = 8192

/** How long one request may hold an event loop; in the short run, which is part of `npm test`, only what is far too long fails. */
export const MAX_EVENT_LOOP_MS = { long: 200, short: 2000 }

/** A body that nobody needs is refused before more than this was taken of it: what sockets and kernels hold on the way. */
export const MAX_TAKEN_BYTES = 16 * MIB

/** How many pictures of different sizes one original may be turned into by strangers. */
export const MAX_VARIANTS = 100

export const GOAL = { healthP99Ms: 100, secondVisitorP95Ms: 1000 }
