import { expect, test } from 'vitest'
import { contentInWords, waitingInWords } from './backup-words.ts'

test('descriptions of emails and listings on hold and of a backup’s contents use the right singular or plural', () => {
  expect(waitingInWords({ mails: 0, listings: 0 })).toBe('Nothing is on hold.')
  expect(waitingInWords({ mails: 1, listings: 0 })).toBe('1 email is on hold.')
  expect(waitingInWords({ mails: 1200, listings: 1 })).toBe('1,200 emails and 1 AutoTrader listing are on hold.')
  expect(contentInWords({ rows: 1, pictures: 2 })).toBe('1 row and 2 pictures')
})
