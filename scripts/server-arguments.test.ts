import { expect, test } from 'vitest'
import { heapFlags } from './server-arguments.mjs'

const GIB = 1024 ** 3

test.each([
  [GIB / 4, 128],
  [GIB, 256],
  [64 * GIB, 384],
])('of %i bytes the heap may take %i MB', (memory, megabytes) => {
  expect(heapFlags(memory)[0]).toBe(`--max-old-space-size=${megabytes}`)
})
