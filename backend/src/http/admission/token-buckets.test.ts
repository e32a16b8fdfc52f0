import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

function setUp(maxKeys = 10) {
  let now = 0
  const buckets = createTokenBuckets({ burst: 3, perSecond: 2, maxKeys }, () => now)
  return { buckets, wait: (ms: number) => (now += ms) }
}

test('a burst is admitted, and later requests are admitted at the rate at which the bucket refills', () => {
  const { buckets, wait } = setUp()
  expect(Array.from({ length: 5 }, () => buckets.take('a') === 0)).toEqual([true, true, true, false, false])

  wait(500)
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 1])

  wait(60_000)
  expect(Array.from({ length: 4 }, () => buckets.take('a'))).toEqual([0, 0, 0, 1])
})

test('each key has its own bucket, and the number of keys remembered is limited', () => {
  const { buckets } = setUp(2)
  for (let i = 0; i < 4; i++) buckets.take('a')
  expect(buckets.take('b')).toBe(0)
  expect(buckets.take('a')).toBe(1)

  for (const key of ['c', 'd', 'e']) buckets.take(key)
  expect(buckets.size).toBe(2)
})
