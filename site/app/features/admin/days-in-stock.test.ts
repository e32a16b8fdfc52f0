import { expect, test } from 'vitest'
import { daysInStock } from './days-in-stock.ts'

const TODAY = '2026-11-18'
const since = (day: string | null) => ({ vehicle_stock: { since: day } })

test('the days in stock are counted from the date that the database gives', () => {
  expect(daysInStock(since('2026-11-10'), TODAY)).toBe('8 days')
  expect(daysInStock(since('2026-11-17'), TODAY)).toBe('1 day')
  expect(daysInStock(since('2026-11-18'), TODAY)).toBe('0 days')
  // The clocks go back in between.
  expect(daysInStock(since('2026-10-20'), TODAY)).toBe('29 days')
})

test('a sold vehicle is not in stock, and neither is one that has not been collected yet', () => {
  expect(daysInStock(since(null), TODAY)).toBeNull()
  expect(daysInStock(since('2026-11-19'), TODAY)).toBeNull()
})
