import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('tasks start in order, at most two at a time, and a failure makes room for the next', async () => {
  const log: string[] = []
  const ends: Record<string, (error?: Error) => void> = {}
  const run = limitConcurrency(2)
  const task = (name: string) =>
    run(
      () =>
        new Promise<void>((resolve, reject) => {
          log.push(name)
          ends[name] = (error) => (error ? reject(error) : resolve())
        }),
    )
  const settled = Promise.allSettled(['a', 'b', 'c', 'd'].map(task))
  const tick = () => new Promise((wake) => setImmediate(wake))

  await tick()
  expect(log).toEqual(['a', 'b'])
  ends.b?.(new Error('refused'))
  await tick()
  expect(log).toEqual(['a', 'b', 'c'])
  ends.a?.()
  await tick()
  expect(log).toEqual(['a', 'b', 'c', 'd'])
  ends.c?.()
  ends.d?.()

  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await run(async () => 'later')).toBe('later')
})
