import { expect, test } from 'vitest'
import { createLogOutput } from './log-output.ts'

/** A file on a disk with `free` bytes left, which a test may change. */
function createFile(free: number) {
  const file = { text: '', free, pauses: 0 }
  const write = (_descriptor: number, bytes: Uint8Array) => {
    if (file.pauses-- > 0) throw Object.assign(new Error('full pipe'), { code: 'EAGAIN' })
    if (file.free === 0) throw Object.assign(new Error('full disk'), { code: 'ENOSPC' })
    const written = Math.min(file.free, bytes.length)
    file.text += Buffer.from(bytes.subarray(0, written)).toString()
    file.free -= written
    return written
  }
  return { file, output: createLogOutput(write) }
}

test('only the lines that do not fit are lost when the disk is full', () => {
  const { file, output } = createFile(12)

  for (const line of ['first\n', 'second line\n', 'third\n']) output.write(line)
  expect(file.text).toBe('first\nsecond')
  file.free = 100
  output.write('fourth\n')
  output.write('fifth\n')

  expect(file.text).toBe('first\nsecond\nfourth\nfifth\n')
})

test('a line is written once a full pipe has drained', () => {
  const { file, output } = createFile(100)
  file.pauses = 3

  output.write('line\n')

  expect(file.text).toBe('line\n')
})
