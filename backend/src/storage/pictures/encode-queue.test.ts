import { expect, test } from 'vitest'
import { createEncodeQueue, shareCores } from './encode-queue.ts'
import { MAX_PICTURES_PER_NETWORK, MAX_PICTURES_WAITING } from './limits.ts'

const SLOW_DOWN = { code: 'SlowDown', status: 429 }
const soon = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Work that finishes when `release` is called. */
function hold() {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  return { work: () => until, release }
}

test('pictures are encoded in the order requested, and the number encoded at once is limited', async () => {
  const encode = createEncodeQueue(2)
  let running = 0
  let most = 0
  const finished: number[] = []
  const work = (i: number) => async () => {
    most = Math.max(most, ++running)
    await soon()
    running--
    finished.push(i)
  }

  await Promise.all(Array.from({ length: 20 }, (_, i) => encode('a', work(i))))

  expect(most).toBe(2)
  expect(finished).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test('a job that fails releases its place', async () => {
  const encode = createEncodeQueue(1)
  await expect(encode('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await encode('a', async () => 'next')).toBe('next')
})

test('a network that requests too many pictures at once is refused, but other networks are not', async () => {
  const encode = createEncodeQueue(1)
  const held = hold()
  const many = Array.from({ length: MAX_PICTURES_PER_NETWORK }, () => encode('greedy', held.work))

  await expect(encode('greedy', soon)).rejects.toMatchObject(SLOW_DOWN)
  const other = encode('visitor', async () => 'made')
  held.release()

  expect(await other).toBe('made')
  await Promise.all(many)
  expect(await encode('greedy', async () => 'again')).toBe('again')
})

test('networks are served in turn', async () => {
  const encode = createEncodeQueue(1)
  const held = hold()
  const order: string[] = []
  const request = (network: string) => encode(network, async () => void order.push(network))
  const first = encode('greedy', held.work)
  const all = [...Array.from({ length: 10 }, () => request('greedy')), request('visitor'), request('visitor')]

  held.release()
  await Promise.all([first, ...all])

  expect(order.slice(0, 4)).toEqual(['greedy', 'visitor', 'greedy', 'visitor'])
})

test('the network with the most waiting requests loses a place to a new network when the queue is full', async () => {
  const encode = createEncodeQueue(1)
  const held = hold()
  const outcomes: string[] = []
  const started = encode(null, held.work)
  const networks = Math.ceil(MAX_PICTURES_WAITING / MAX_PICTURES_PER_NETWORK)
  const waiting = Array.from({ length: MAX_PICTURES_WAITING }, (_, i) =>
    encode(`greedy ${i % networks}`, soon).then(
      () => outcomes.push('made'),
      () => outcomes.push('refused'),
    ),
  )

  const visitor = encode('visitor', async () => 'made')
  held.release()

  expect(await visitor).toBe('made')
  await Promise.all([started, ...waiting])
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(1)
})

test.each([
  [1, 1, 1],
  [2, 1, 1],
  [4, 3, 1],
  [8, 3, 2],
  [16, 3, 5],
])(
  'on a machine with %i cores, encoding pictures leaves at least one core free if possible',
  (cores, pictures, threadsEach) => {
    expect(shareCores(cores)).toEqual({ pictures, threadsEach })
  },
)
