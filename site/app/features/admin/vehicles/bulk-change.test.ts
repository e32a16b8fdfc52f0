import { expect, test } from 'vitest'
import { notesInWords, type PlannedChange, readPriceChange, refusalInWords, sortPlan } from './bulk-change.ts'

test.each([
  ['', null],
  ['  ', null],
  ['500', { kind: 'price', by: -500 }],
  ['£1,500.50', { kind: 'price', by: -1500.5 }],
  ['0', { problem: 'Enter a number above 0' }],
  ['-5', { problem: 'Enter a number above 0' }],
  ['five', { problem: 'Enter a number above 0' }],
  ['1e400', { problem: 'Enter a number above 0' }],
  ['1.005', { problem: 'Enter at most two decimal places' }],
  ['100000000', { problem: 'Enter a smaller number' }],
])('a reduction by the amount %j is read', (amount, change) => {
  expect(readPriceChange({ direction: 'reduce', unit: 'pounds', amount })).toEqual(change)
})

test.each([
  ['reduce', '5%', { kind: 'price', percent: -5 }],
  ['reduce', '100', { kind: 'price', percent: -100 }],
  ['reduce', '101', { problem: 'Enter a smaller number' }],
  ['increase', '2.5', { kind: 'price', percent: 2.5 }],
  ['increase', '1001', { problem: 'Enter a smaller number' }],
] as const)('with the direction %s, the percentage %s is read', (direction, amount, change) => {
  expect(readPriceChange({ direction, unit: 'percent', amount })).toEqual(change)
})

const planned = (id: string, rest: Partial<PlannedChange>): PlannedChange => ({
  id,
  title: id,
  updated_at: '2026-11-18T12:00:00Z',
  before: { featured: false },
  after: { featured: true },
  refusal: null,
  notes: [],
  open_leads: 0,
  ...rest,
})

test('a plan is sorted into what changes, what is refused and what stays', () => {
  const { changing, refused, unchanged } = sortPlan([
    planned('changes', {}),
    planned('sold', { refusal: 'sold' }),
    planned('featured', { before: { featured: true } }),
    planned('deleted', { before: { hidden: false }, after: null }),
  ])

  expect(changing.map(({ id }) => id)).toEqual(['changes', 'deleted'])
  expect(refused.map(({ id }) => id)).toEqual(['sold'])
  expect(unchanged.map(({ id }) => id)).toEqual(['featured'])
})

test('notes and refusals are in words, and unknown ones do not break the list', () => {
  expect(notesInWords({ notes: ['reserved', 'added-later'], open_leads: 2 })).toEqual([
    'Reserved',
    '2 people are waiting for a reply',
  ])
  expect(notesInWords({ notes: [], open_leads: 1 })).toEqual(['1 person is waiting for a reply'])
  expect(refusalInWords('sold', 'price')).toBe('Sold, so its price stays')
  expect(refusalInWords('sold', 'feature')).toBe('Sold vehicles can’t be featured')
  expect(refusalInWords('added-later')).toBe('It can’t be changed')
})
