import { expect, test } from 'vitest'
import { findView, SOLD_VIEWS, STOCK_VIEWS } from './vehicle-views.ts'

test('the seven views of the vehicle list, in their order', () => {
  expect(STOCK_VIEWS.map((view) => view.label)).toEqual([
    'All Vehicles',
    'Featured Only',
    'Sold Vehicles',
    'Available Vehicles',
    'Recently Added',
    'Price: High to Low',
    'Price: Low to High',
  ])
})

test('the default and Recently Added are newest first', () => {
  for (const value of ['', 'all', 'recent']) {
    expect(findView(STOCK_VIEWS, value).order).toEqual({ column: 'created_at', ascending: false })
  }
})

test('every view of the sold list shows sold vehicles alone', () => {
  expect(SOLD_VIEWS).toHaveLength(4)
  expect(SOLD_VIEWS.every((view) => view.where.sold === true)).toBe(true)
  expect(findView(SOLD_VIEWS, 'recent').order.column).toBe('updated_at')
})
