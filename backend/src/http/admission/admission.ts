// How much one network may have under way, so that a flood from one makes no other wait. Calls of the server to itself
// have no network and are not counted: the page that made them was.
import { setTimeout as pause } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { clientNetwork } from '../caller/client-address.ts'
import type { EdgeRefusal, Refuse } from '../request-limits/refusal.ts'
import { DELAYED_REFUSALS } from './limits.ts'
import type { Lane, NetworkLimit, NetworkLimits, Refused } from './network-limits.ts'

/** Handed in beside a request by the response cache. */
export interface AdmissionBindings {
  /** Asked when a request has been admitted: the response that another request has made meanwhile, or null to go on. */
  whenAdmitted?(): Promise<Response | null>
}

type Admission = MiddlewareHandler<{ Bindings: AdmissionBindings }>

const FROM_ONE = { status: 429, message: 'Too many requests from your network, please try again in a moment' } as const
const FROM_ALL = { status: 503, message: 'The service is busy, please try again in a moment' } as const

const REFUSALS: Record<Refused['why'], EdgeRefusal> = { 'too-often': FROM_ONE, 'too-many': FROM_ONE, busy: FROM_ALL }

export function createAdmission(admission: NetworkLimits, refuse: Refuse): Record<Lane, Admission> {
  return { work: createLane(admission.work, refuse), pictures: createLane(admission.pictures, refuse) }
}

function createLane(door: NetworkLimit, refuse: Refuse): Admission {
  const delay = createDelay()
  return async (c, next) => {
    const network = clientNetwork(c.req.raw)
    if (network === null) return next()
    // Asking for the signal costs something, so only those who have to wait do.
    const entered = door.enter(network, () => c.req.raw.signal)
    const entry = entered instanceof Promise ? await entered : entered
    if (typeof entry !== 'function') {
      if (entry.why === 'too-often') await delay()
      return refuse(c, { ...REFUSALS[entry.why], retryAfterSeconds: entry.retryAfterSeconds })
    }
    try {
      const made = await c.env?.whenAdmitted?.()
      if (made) return made
      await next()
    } finally {
      entry()
    }
  }
}

/** A flood asks again as soon as it is refused, and refusing costs something too: it hears of it a moment later. */
function createDelay(): () => Promise<void> {
  let held = 0
  return async () => {
    if (held >= DELAYED_REFUSALS.count) return
    held++
    await pause(DELAYED_REFUSALS.milliseconds)
    held--
  }
}
