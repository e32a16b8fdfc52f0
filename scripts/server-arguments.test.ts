import { expect, test } from 'vitest'
import { heapFlags } from './server-arguments.mjs'

const GIB = 1024 ** 3

test.each([
  [GIB / 4, 128],
  [GIB, 256],
  [64 * GIB, 384],
])('on a machine with %i bytes of memory the heap is limited to %i MB', (memory, megabytes) => {
  expect(heapFlags(memory)[0]).toBe(`--max-old-space-size=${megabytes}`)
})
