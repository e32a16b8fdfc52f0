import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSemaphore, type Entry } from './semaphore.ts'

const LIMITS = { runningPerNetwork: 2, waitingPerNetwork: 3, running: 4, waiting: 5, maxWaitMs: 1_000 }

function setUp(limits: Partial<typeof LIMITS> = {}) {
  const semaphore = createSemaphore({ ...LIMITS, ...limits })
  const started: string[] = []
  const releases = new Map<string, () => void>()
  const enter = async (name: string, signal = new AbortController().signal): Promise<Entry> => {
    const entry = await semaphore.enter(name.slice(0, 1), () => signal)
    if (typeof entry === 'string') return entry
    started.push(name)
    releases.set(name, entry)
    return entry
  }
  const release = async (name: string) => {
    releases.get(name)?.()
    await settle()
  }
  return { semaphore, started, enter, release }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('only a few requests from a network run at once, and the rest wait in order', async () => {
  const { started, enter, release } = setUp()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name)
  await settle()
  expect(started).toEqual(['a1', 'a2'])

  await release('a2')
  expect(started).toEqual(['a1', 'a2', 'a3'])

  await release('a1')
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('a network that has filled its queue does not delay another network', async () => {
  const { started, enter } = setUp()
  const flood = Array.from({ length: 100 }, (_, i) => enter(`a${i}`))
  void enter('b1')
  await settle()

  expect(started).toEqual(['a0', 'a1', 'b1'])
  expect(await Promise.all(flood.slice(5))).toEqual(Array(95).fill('too-many'))
})

test('networks are served in turn once the overall limit is reached', async () => {
  const { started, enter, release } = setUp({ running: 2, waiting: 100 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) void enter(name)
  await settle()
  for (const name of ['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4', 'a5']) await release(name)

  // c and b arrived after five requests from a, but each waits for only one of a's requests per turn.
  expect(started.indexOf('c1')).toBeLessThan(started.indexOf('a4'))
  expect(started.indexOf('b2')).toBeLessThan(started.indexOf('a5'))
  expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'])
})

test('a request is refused as busy when too many requests are waiting in total', async () => {
  const { enter } = setUp({ running: 1, waiting: 2 })
  const entries = ['a', 'b', 'c', 'd'].map((name) => enter(name))

  expect(await entries[3]).toBe('busy')
})

test('a request that has waited too long is refused, and the response gives the reason', async () => {
  const { enter } = setUp({ running: 2 })
  void enter('a1')
  void enter('a2')
  const same = enter('a3')
  const other = enter('b1')
  await vi.advanceTimersByTimeAsync(LIMITS.maxWaitMs)

  expect([await same, await other]).toEqual(['too-many', 'busy'])
})

test('a request that is aborted while it waits frees its place in the queue', async () => {
  const { started, enter, release } = setUp({ waitingPerNetwork: 1 })
  const leaving = new AbortController()
  void enter('a1')
  void enter('a2')
  void enter('a3', leaving.signal)
  leaving.abort()
  void enter('a4')
  await settle()
  await release('a1')

  expect(started).toEqual(['a1', 'a2', 'a4'])
})

test('networks with no requests under way are forgotten, and a second release has no effect', async () => {
  const { semaphore, enter, release } = setUp()
  const names = ['a1', 'a2', 'a3', 'b1', 'c1']
  for (const name of names) void enter(name)
  await settle()
  for (const name of [...names, ...names]) await release(name)

  expect(semaphore.size).toBe(0)
})
