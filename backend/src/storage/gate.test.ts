import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('no more run at once than there are places, all in their turn', async () => {
  const inTurn = createGate(2)
  let running = 0
  let most = 0
  const finished: number[] = []
  const work = (i: number) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    finished.push(i)
  }

  await Promise.all(Array.from({ length: 20 }, (_, i) => inTurn(work(i))))

  expect(most).toBe(2)
  expect(finished).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test('work that fails gives its place back', async () => {
  const inTurn = createGate(1)
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'next')).toBe('next')
})

test('too long a line is turned away', async () => {
  const inTurn = createGate(1)
  const waiting = Array.from({ length: 301 }, () => inTurn(() => new Promise<void>((resolve) => setImmediate(resolve))))
  await expect(inTurn(async () => {})).rejects.toMatchObject({ code: 'SlowDown', status: 429 })
  await Promise.all(waiting)
})
