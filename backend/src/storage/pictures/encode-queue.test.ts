import { expect, test } from 'vitest'
import { createEncodeQueue, shareCores } from './encode-queue.ts'
import { MAX_PICTURES_PER_NETWORK, MAX_PICTURES_WAITING } from './limits.ts'

const SLOW_DOWN = { code: 'SlowDown', status: 429 }
const soon = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Work that ends when it is told to. */
function hold() {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  return { work: () => until, release }
}

test('no more run at once than there are places, all in their turn', async () => {
  const inTurn = createEncodeQueue(2)
  let running = 0
  let most = 0
  const finished: number[] = []
  const work = (i: number) => async () => {
    most = Math.max(most, ++running)
    await soon()
    running--
    finished.push(i)
  }

  await Promise.all(Array.from({ length: 20 }, (_, i) => inTurn('a', work(i))))

  expect(most).toBe(2)
  expect(finished).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test('work that fails gives its place back', async () => {
  const inTurn = createEncodeQueue(1)
  await expect(inTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn('a', async () => 'next')).toBe('next')
})

test('a network that asks for too many at once is turned away, others are not', async () => {
  const inTurn = createEncodeQueue(1)
  const held = hold()
  const many = Array.from({ length: MAX_PICTURES_PER_NETWORK }, () => inTurn('greedy', held.work))

  await expect(inTurn('greedy', soon)).rejects.toMatchObject(SLOW_DOWN)
  const other = inTurn('visitor', async () => 'made')
  held.release()

  expect(await other).toBe('made')
  await Promise.all(many)
  expect(await inTurn('greedy', async () => 'again')).toBe('again')
})

test('the lines of the networks take turns', async () => {
  const inTurn = createEncodeQueue(1)
  const held = hold()
  const order: string[] = []
  const ask = (network: string) => inTurn(network, async () => void order.push(network))
  const first = inTurn('greedy', held.work)
  const all = [...Array.from({ length: 10 }, () => ask('greedy')), ask('visitor'), ask('visitor')]

  held.release()
  await Promise.all([first, ...all])

  expect(order.slice(0, 4)).toEqual(['greedy', 'visitor', 'greedy', 'visitor'])
})

test('when all room is taken, the longest line gives way to a newcomer', async () => {
  const inTurn = createEncodeQueue(1)
  const held = hold()
  const outcomes: string[] = []
  const started = inTurn(null, held.work)
  const networks = Math.ceil(MAX_PICTURES_WAITING / MAX_PICTURES_PER_NETWORK)
  const waiting = Array.from({ length: MAX_PICTURES_WAITING }, (_, i) =>
    inTurn(`greedy ${i % networks}`, soon).then(
      () => outcomes.push('made'),
      () => outcomes.push('turned away'),
    ),
  )

  const visitor = inTurn('visitor', async () => 'made')
  held.release()

  expect(await visitor).toBe('made')
  await Promise.all([started, ...waiting])
  expect(outcomes.filter((outcome) => outcome === 'turned away')).toHaveLength(1)
})

test.each([
  [1, 1, 1],
  [2, 1, 1],
  [4, 3, 1],
  [8, 3, 2],
  [16, 3, 5],
])('of %i cores, pictures take no more than all but one', (cores, pictures, threadsEach) => {
  expect(shareCores(cores)).toEqual({ pictures, threadsEach })
})
