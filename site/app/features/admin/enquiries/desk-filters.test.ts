import { expect, test } from 'vitest'
import { countDeskFilters, dueRange, isOverdue, readDeskFilters } from './desk-filters.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const read = (query: string) => readDeskFilters(new URLSearchParams(query))

test.each(['', 'assigned=everyone&due=never', 'assigned=1&due=', 'source=toString'])('?%s narrows nothing', (query) => {
  expect(read(query)).toEqual({ assigned: '', due: '', source: '' })
  expect(countDeskFilters(read(query))).toBe(0)
})

test('the colleague, the date of the next step and the source are read from the URL', () => {
  expect(read('assigned=me&due=overdue')).toEqual({ assigned: 'me', due: 'overdue', source: '' })
  expect(read('assigned=nobody&due=now')).toEqual({ assigned: 'nobody', due: 'now', source: '' })
  expect(read(`assigned=${ID}&source=walk-in`)).toEqual({ assigned: ID, due: '', source: 'walk-in' })
  expect(countDeskFilters(read(`assigned=${ID}&due=week&source=website`))).toBe(3)
})

test('a week ends on Sunday', () => {
  expect(dueRange('week', '2026-11-18')).toEqual({ from: '2026-11-18', to: '2026-11-22' })
  expect(dueRange('week', '2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-22' })
  expect(dueRange('week', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
})

test('overdue means before today', () => {
  expect(dueRange('overdue', '2026-11-18')).toEqual({ to: '2026-11-17' })
  expect(dueRange('now', '2026-11-18')).toEqual({ to: '2026-11-18' })
  const step = { due_on: '2026-11-17', status: 'Responded' }
  expect(isOverdue(step, '2026-11-18')).toBe(true)
  expect(isOverdue({ ...step, status: 'Closed' }, '2026-11-18')).toBe(false)
  expect(isOverdue({ ...step, due_on: '2026-11-18' }, '2026-11-18')).toBe(false)
  expect(isOverdue({ ...step, due_on: null }, '2026-11-18')).toBe(false)
})
