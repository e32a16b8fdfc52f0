import { describe, expect, test } from 'vitest'
import { changedParts, EMPTY_RECORD, marginOf, type RecordValues, recordSchema, toPence } from './record.schema.ts'

const bought: RecordValues = {
  ...EMPTY_RECORD,
  ledger: { bought_from: 'An auction', bought_on: '2026-11-01', bought_for: '£10,250.50', target_price: '' },
  costs: [
    { what: 'MOT', amount: '54.85', spent_on: '' },
    { what: 'Refund', amount: '-10', spent_on: '2026-11-02' },
  ],
}

const problems = (record: RecordValues) =>
  recordSchema.safeParse(record).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

test.each([
  ['1250', 125000],
  ['£1,250.5', 125050],
  ['0.07', 7],
  ['-3', -300],
  ['£ 1,234,567', 123456700],
  ['1250,50', null],
  ['1,25', null],
  ['1.234', null],
  ['12 pounds', null],
  ['', null],
])('the amount %j is %j pence', (text, pence) => {
  expect(toPence(text)).toBe(pence)
})

describe('what the form accepts', () => {
  test('everything is optional, and a cost line that was left empty is not saved', () => {
    expect(problems(EMPTY_RECORD)).toEqual([])
    const record = { ...bought, costs: [...bought.costs, { what: '', amount: '', spent_on: '' }] }
    const parts = changedParts(EMPTY_RECORD, record, recordSchema.parse(record), false)
    expect(parts?.costs).toEqual([
      { what: 'MOT', amount_pence: 5485, spent_on: null },
      { what: 'Refund', amount_pence: -1000, spent_on: '2026-11-02' },
    ])
  })

  test('an amount that is not money is refused, and so is half a cost', () => {
    const ledger = { ...bought.ledger, bought_for: 'a lot', target_price: '-1' }
    const costs = [
      { what: '', amount: '5', spent_on: '' },
      { what: 'MOT', amount: '', spent_on: '' },
    ]
    expect(problems({ ...bought, ledger, costs })).toEqual([
      ['ledger.bought_for', 'Enter an amount in pounds and pence'],
      ['ledger.target_price', 'Enter an amount in pounds and pence'],
      ['costs.0.what', 'Say what this was for, or remove it'],
      ['costs.1.amount', 'Enter an amount in pounds and pence'],
    ])
  })

  test('an unusual registration is accepted, and one that is too long to store is refused', () => {
    const identity = { registration: 'not a plate', vin: '1', show_registration: false }
    expect(problems({ ...bought, identity })).toEqual([])
    expect(problems({ ...bought, identity: { ...identity, registration: 'A'.repeat(16) } })).toEqual([
      ['identity.registration', 'Registration can be at most 15 letters and digits'],
    ])
  })
})

test('only the parts that have changed are saved, and a sale only for a sold vehicle', () => {
  const parts = (mine: RecordValues, isSold: boolean) =>
    Object.keys(changedParts(EMPTY_RECORD, mine, recordSchema.parse(mine), isSold) ?? {})

  expect(parts(EMPTY_RECORD, true)).toEqual([])
  expect(parts(bought, false)).toEqual(['ledger', 'costs'])
  const sold = { ...EMPTY_RECORD, sale: { ...EMPTY_RECORD.sale, channel: 'Trade' } }
  expect(parts(sold, false)).toEqual([])
  expect(parts(sold, true)).toEqual(['sale'])
})

test('the margin is the price less the purchase and the costs, if the purchase is known', () => {
  expect(marginOf(bought, 1200000)).toBe(1200000 - 1025050 - 5485 + 1000)
  expect(marginOf(EMPTY_RECORD, 1200000)).toBeNull()
  expect(marginOf(bought, null)).toBeNull()
})
