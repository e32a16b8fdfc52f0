import { expect, test } from 'vitest'
import { MAX_WORKERS } from './limits.ts'
import { defaultWorkers, parseQuota } from './machine.ts'

const GIB = 1024 ** 3

test.each([
  [1, 8 * GIB, 1],
  [2, 8 * GIB, 2],
  [8, 8 * GIB, 8],
  [8, GIB, 1],
  [8, GIB / 4, 1],
  [4, 1.5 * GIB, 3],
  [96, 256 * GIB, MAX_WORKERS],
])('%i processors and %i bytes of memory are enough for %i workers', (cores, memory, workers) => {
  expect(defaultWorkers(cores, memory)).toBe(workers)
})

test.each([
  ['max 100000', Number.POSITIVE_INFINITY],
  ['max', Number.POSITIVE_INFINITY],
  ['', Number.POSITIVE_INFINITY],
  ['150000 100000\n', 1.5],
])('a container with the quota %j has %d processors', (text, cores) => {
  expect(parseQuota(text)).toBe(cores)
})
