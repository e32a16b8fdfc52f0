import { expect, test } from 'vitest'
import { ADMISSION, WORK_PER_NETWORK } from '../http/admission/limits.ts'
import type { Channel, FromPrimary, FromWorker } from './messages.ts'
import { askForLimits, createBook } from './shared-limits.ts'

const { runningPerNetwork } = ADMISSION.work

/** Both ends of a pipe; like a real one, it delivers later. */
function createPipe() {
  const toWorker: ((message: FromPrimary) => void)[] = []
  const toPrimary: ((message: FromWorker) => void)[] = []
  const deliver = <T>(hearers: ((message: T) => void)[], message: T) =>
    void setImmediate(() => {
      for (const hear of hearers) hear(structuredClone(message))
    })
  const worker: Channel<FromPrimary, FromWorker> = {
    say: (message) => deliver(toPrimary, message),
    hear: (onMessage) => void toWorker.push(onMessage),
  }
  const primary: Channel<FromWorker, FromPrimary> = {
    say: (message) => deliver(toWorker, message),
    hear: (onMessage) => void toPrimary.push(onMessage),
  }
  return { worker, primary }
}

function setUp() {
  const book = createBook()
  const start = () => {
    const pipe = createPipe()
    return { giveBack: book.serve(pipe.primary), ...askForLimits(pipe.worker) }
  }
  return [start(), start()] as const
}

const STAYS = () => new AbortController().signal
const settle = () => new Promise((wake) => setTimeout(wake, 20))

test('a network has as much under way in all workers together as in one', async () => {
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

test('a network that asks too often is refused by every worker', async () => {
  const [one, other] = setUp()
  for (let i = 0; i < ADMISSION.work.burst; i++) {
    const entry = await one.admission.work.enter('192.0.2.1', STAYS)
    if (typeof entry === 'function') entry()
  }

  // A few more are let in while time passes: far fewer than are asked for.
  const entries = await Promise.all(Array.from({ length: 200 }, () => other.admission.work.enter('192.0.2.1', STAYS)))
  expect(entries.at(-1)).toMatchObject({ why: 'too-often' })
})

test('what a worker that ended had under way is given back', async () => {
  const [one, other] = setUp()
  await Promise.all(Array.from({ length: runningPerNetwork }, () => one.admission.work.enter('192.0.2.1', STAYS)))
  const waiting = other.admission.work.enter('192.0.2.1', STAYS)

  one.giveBack()

  expect(typeof (await waiting)).toBe('function')
})

test('whoever leaves while waiting takes no place', async () => {
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

test('the time that a network kept the database busy counts in every worker', async () => {
  const [one, other] = setUp()

  one.work.spend('192.0.2.1', 2 * WORK_PER_NETWORK.milliseconds)

  await expect.poll(() => other.work.waitSeconds('192.0.2.1')).toBeGreaterThan(0)
  expect(other.work.waitSeconds('192.0.2.2')).toBe(0)
})
