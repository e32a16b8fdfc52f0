import { expect, test } from 'vitest'
import { contentInWords, waitingInWords } from './backup-words.ts'

test('what waits is counted, and one is one', () => {
  expect(waitingInWords({ mails: 0, listings: 0 })).toBe('Nothing is waiting yet.')
  expect(waitingInWords({ mails: 1, listings: 0 })).toBe('1 mail waits.')
  expect(waitingInWords({ mails: 1200, listings: 1 })).toBe('1,200 mails and 1 Autotrader listing wait.')
  expect(contentInWords({ rows: 1, pictures: 2 })).toBe('1 row and 2 pictures')
})
