import { expect, test } from 'vitest'
import { ADMISSION, WORK_PER_NETWORK } from '../http/admission/limits.ts'
import type { Channel, FromPrimary, FromWorker } from './messages.ts'
import { createSharedLimits, requestLimits } from './shared-limits.ts'

const { runningPerNetwork } = ADMISSION.work

/** Both ends of a pipe that delivers messages later, like a real one. */
function createPipe() {
  const toWorker: ((message: FromPrimary) => void)[] = []
  const toPrimary: ((message: FromWorker) => void)[] = []
  const deliver = <T>(listeners: ((message: T) => void)[], message: T) =>
    void setImmediate(() => {
      for (const listener of listeners) listener(structuredClone(message))
    })
  const worker: Channel<FromPrimary, FromWorker> = {
    send: (message) => deliver(toPrimary, message),
    onMessage: (listener) => void toWorker.push(listener),
  }
  const primary: Channel<FromWorker, FromPrimary> = {
    send: (message) => deliver(toWorker, message),
    onMessage: (listener) => void toPrimary.push(listener),
  }
  return { worker, primary }
}

function setUp() {
  const limits = createSharedLimits()
  const start = () => {
    const pipe = createPipe()
    return { release: limits.serve(pipe.primary), ...requestLimits(pipe.worker) }
  }
  return [start(), start()] as const
}

const STAYS = () => new AbortController().signal
const settle = () => new Promise((wake) => setTimeout(wake, 20))

test("a network's concurrency limit applies to all workers together", async () => {
  const [one, other] = setUp()
  const entered = await Promise.all(
    Array.from({ length: runningPerNetwork }, (_, i) => (i % 2 ? one : other).admission.work.enter('192.0.2.1', STAYS)),
  )
  expect(entered.every((entry) => typeof entry === 'function')).toBe(true)

  let isIn = false
  const next = Promise.resolve(one.admission.work.enter('192.0.2.1', STAYS)).then(() => {
    isIn = true
  })
  await settle()
  expect(isIn).toBe(false)
  expect(typeof (await other.admission.work.enter('192.0.2.2', STAYS))).toBe('function')

  for (const leave of entered) if (typeof leave === 'function') leave()
  await next
})

test('a network that sends too many requests is refused by every worker', async () => {
  const [one, other] = setUp()
  for (let i = 0; i < ADMISSION.work.burst; i++) {
    const entry = await one.admission.work.enter('192.0.2.1', STAYS)
    if (typeof entry === 'function') entry()
  }

  // A few more requests are admitted as time passes, but far fewer than 200.
  const entries = await Promise.all(Array.from({ length: 200 }, () => other.admission.work.enter('192.0.2.1', STAYS)))
  expect(entries.at(-1)).toMatchObject({ why: 'too-often' })
})

test('the places held by a worker are released when it ends', async () => {
  const [one, other] = setUp()
  await Promise.all(Array.from({ length: runningPerNetwork }, () => one.admission.work.enter('192.0.2.1', STAYS)))
  const waiting = other.admission.work.enter('192.0.2.1', STAYS)

  one.release()

  expect(typeof (await waiting)).toBe('function')
})

test('a request that is aborted while waiting does not take a place', async () => {
  const [one, other] = setUp()
  const entered = await Promise.all(
    Array.from({ length: runningPerNetwork }, () => one.admission.work.enter('192.0.2.1', STAYS)),
  )
  const left = new AbortController()
  const waiting = other.admission.work.enter('192.0.2.1', () => left.signal)
  await settle()
  left.abort()
  expect(typeof (await waiting)).toBe('object')

  if (typeof entered[0] === 'function') entered[0]()

  expect(typeof (await one.admission.work.enter('192.0.2.1', STAYS))).toBe('function')
})

test("a network's database time counts in every worker", async () => {
  const [one, other] = setUp()

  one.work.spend('192.0.2.1', 2 * WORK_PER_NETWORK.milliseconds)

  await expect.poll(() => other.work.waitSeconds('192.0.2.1')).toBeGreaterThan(0)
  expect(other.work.waitSeconds('192.0.2.2')).toBe(0)
})
