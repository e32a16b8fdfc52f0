import { expect, test } from 'vitest'
import { dayInWords, lookForward, readVisit } from './visit.ts'

test('a visit is written with its weekday, its date and its time', () => {
  expect(dayInWords('2026-12-05')).toBe('Saturday 5 December 2026')
  expect(lookForward({ date: '2026-11-19', time: '10:00' })).toBe(
    'We look forward to seeing you on Thursday 19 November 2026 at 10:00. Please bring your driving licence.',
  )
})

test('only a date written as dd/MM/yyyy and a time are read from a queued email', () => {
  expect(readVisit('05/11/2026', '09:00')).toEqual({ date: '2026-11-05', time: '09:00' })
  for (const other of ['2026-11-05', '5/11/2026', '32/13/2026', 'tomorrow', '']) {
    expect(readVisit(other, '09:00')).toBeUndefined()
  }
  expect(readVisit('05/11/2026', 'nine')).toBeUndefined()
})
