import { expect, test } from 'vitest'
import { contentInWords, sizeInWords, waitingInWords } from './backup-words.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1400, '1.4 kB'],
  [71_380_240, '71 MB'],
  [1_400_000_000, '1.4 GB'],
])('%d is %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})

test('what waits is counted, and one is one', () => {
  expect(waitingInWords({ mails: 0, listings: 0 })).toBe('Nothing is waiting yet.')
  expect(waitingInWords({ mails: 1, listings: 0 })).toBe('1 mail waits.')
  expect(waitingInWords({ mails: 1200, listings: 1 })).toBe('1,200 mails and 1 Autotrader listing wait.')
  expect(contentInWords({ rows: 1, pictures: 2 })).toBe('1 row and 2 pictures')
})
