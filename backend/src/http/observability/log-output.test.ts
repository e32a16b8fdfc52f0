import { expect, test } from 'vitest'
import { createLogOutput } from './log-output.ts'

/** A file with so much room, which may grow. */
function createFile(room: number) {
  const file = { text: '', room, pauses: 0 }
  const write = (_descriptor: number, bytes: Uint8Array) => {
    if (file.pauses-- > 0) throw Object.assign(new Error('full pipe'), { code: 'EAGAIN' })
    if (file.room === 0) throw Object.assign(new Error('full disk'), { code: 'ENOSPC' })
    const written = Math.min(file.room, bytes.length)
    file.text += Buffer.from(bytes.subarray(0, written)).toString()
    file.room -= written
    return written
  }
  return { file, output: createLogOutput(write) }
}

test('a full disk costs the lines that do not fit, and nothing else', () => {
  const { file, output } = createFile(12)

  for (const line of ['first\n', 'second line\n', 'third\n']) output.write(line)
  expect(file.text).toBe('first\nsecond')
  file.room = 100
  output.write('fourth\n')
  output.write('fifth\n')

  expect(file.text).toBe('first\nsecond\nfourth\nfifth\n')
})

test('a pipe that is full for a moment is waited for', () => {
  const { file, output } = createFile(100)
  file.pauses = 3

  output.write('line\n')

  expect(file.text).toBe('line\n')
})
