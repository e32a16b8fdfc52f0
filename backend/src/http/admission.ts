// How much one network may have under way, so that a flood from one makes no other wait. Calls of the server to itself
// have no network and are not counted: the page that made them was.
import { setTimeout as pause } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { ADMISSION, MAX_ADMISSION_WAIT_MS, MAX_NETWORKS_REMEMBERED, REFUSALS_HELD } from '../limits.ts'
import { clientNetwork } from './client-address.ts'
import type { EdgeRefusal, Refuse } from './refusal.ts'
import { createTokenBuckets } from './token-buckets.ts'
import { createTurnstile } from './turnstile.ts'

export type Lane = keyof typeof ADMISSION

const REFUSALS: Record<'too-many' | 'busy', EdgeRefusal> = {
  'too-many': {
    status: 429,
    message: 'Too many requests from your network, please try again in a moment',
    retryAfterSeconds: 2,
  },
  busy: { status: 503, message: 'The service is busy, please try again in a moment', retryAfterSeconds: 2 },
}

/** A lane of its own for pictures and uploads, so that neither a page's pictures nor a slow upload hold up its data. */
export function createAdmission(refuse: Refuse): Record<Lane, MiddlewareHandler> {
  return { work: createLane(ADMISSION.work, refuse), pictures: createLane(ADMISSION.pictures, refuse) }
}

function createLane(limits: (typeof ADMISSION)[Lane], refuse: Refuse): MiddlewareHandler {
  const buckets = createTokenBuckets({ ...limits, maxKeys: MAX_NETWORKS_REMEMBERED })
  const turnstile = createTurnstile({ ...limits, maxWaitMs: MAX_ADMISSION_WAIT_MS })
  const holdBack = createHoldBack()
  return async (c, next) => {
    const network = clientNetwork(c.req.raw)
    if (network === null) return next()
    const retryAfterSeconds = buckets.take(network)
    if (retryAfterSeconds > 0) {
      await holdBack()
      return refuse(c, { ...REFUSALS['too-many'], retryAfterSeconds })
    }
    // Asking for the signal costs something, so only those who have to wait do.
    const entered = turnstile.enter(network, () => c.req.raw.signal)
    const outcome = entered instanceof Promise ? await entered : entered
    if (typeof outcome === 'string') return refuse(c, REFUSALS[outcome])
    try {
      await next()
    } finally {
      outcome()
    }
  }
}

/** A flood asks again as soon as it is refused, and refusing costs something too: it hears of it a moment later. */
function createHoldBack(): () => Promise<void> {
  let held = 0
  return async () => {
    if (held >= REFUSALS_HELD.count) return
    held++
    await pause(REFUSALS_HELD.milliseconds)
    held--
  }
}
