// Admission control limits the requests that each network has under way, so that a flood from one network does not
// delay any other. The server's calls to itself have no network and are not counted, because the page request that
// causes them has already been counted.
import { setTimeout as pause } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { clientNetwork } from '../caller/client-address.ts'
import type { EdgeRefusal, Refuse } from '../request-limits/refusal.ts'
import { DELAYED_REFUSALS } from './limits.ts'
import type { Lane, NetworkLimit, NetworkLimits, Refused } from './network-limits.ts'

/** Passed by the response cache together with a request. */
export interface AdmissionBindings {
  /**
   * Called when a request is admitted. Returns the response that another request has rendered in the meantime, or null to
   * go on.
   */
  whenAdmitted?(): Promise<Response | null>
}

type Admission = MiddlewareHandler<{ Bindings: AdmissionBindings; Variables: { isAdmitted?: true } }>

const NETWORK_LIMIT = {
  status: 429,
  message: 'Too many requests from your network. Please try again in a moment.',
} as const
const TOTAL_LIMIT = { status: 503, message: 'The service is busy. Please try again in a moment.' } as const

const REFUSALS: Record<Refused['why'], EdgeRefusal> = {
  'too-often': NETWORK_LIMIT,
  'too-many': NETWORK_LIMIT,
  busy: TOTAL_LIMIT,
}

export function createAdmission(admission: NetworkLimits, refuse: Refuse): Record<Lane, Admission> {
  return { work: createLane(admission.work, refuse), pictures: createLane(admission.pictures, refuse) }
}

function createLane(limit: NetworkLimit, refuse: Refuse): Admission {
  const delay = createDelay()
  return async (c, next) => {
    const network = clientNetwork(c.req.raw)
    // Hono's trie router runs a middleware twice for a path that is literally a wildcard, such as /rest/v1/*.
    if (network === null || c.get('isAdmitted')) return next()
    // Reading the signal is not free, so it is read only if the request has to wait.
    const entered = limit.enter(network, () => c.req.raw.signal)
    const entry = entered instanceof Promise ? await entered : entered
    if (typeof entry !== 'function') {
      if (entry.why === 'too-often') await delay()
      return refuse(c, { ...REFUSALS[entry.why], retryAfterSeconds: entry.retryAfterSeconds })
    }
    c.set('isAdmitted', true)
    try {
      const made = await c.env?.whenAdmitted?.()
      if (made) return made
      await next()
    } finally {
      entry()
    }
  }
}

/** A flooding client tries again as soon as it is refused, and refusals cost something too, so refusals are delayed. */
function createDelay(): () => Promise<void> {
  let held = 0
  return async () => {
    if (held >= DELAYED_REFUSALS.count) return
    held++
    await pause(DELAYED_REFUSALS.milliseconds)
    held--
  }
}
