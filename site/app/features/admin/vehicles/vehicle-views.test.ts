import { expect, test } from 'vitest'
import { findView, isOrderOnly, SOLD_VIEWS, STOCK_VIEWS, toOrders } from './vehicle-views.ts'

test('the vehicle list has eight views in a fixed order', () => {
  expect(STOCK_VIEWS.map((view) => view.label)).toEqual([
    'All Vehicles',
    'Featured Only',
    'Sold Vehicles',
    'Available Vehicles',
    'Drafts',
    'Recently Added',
    'Price: High to Low',
    'Price: Low to High',
  ])
})

test('the default view and Recently Added list the newest vehicles first', () => {
  for (const value of ['', 'all', 'recent']) {
    expect(findView(STOCK_VIEWS, value).order).toEqual({ column: 'created_at', ascending: false })
  }
})

test('every view in the sold list shows only sold vehicles', () => {
  expect(SOLD_VIEWS).toHaveLength(4)
  expect(SOLD_VIEWS.every((view) => view.where.sold === true)).toBe(true)
  expect(findView(SOLD_VIEWS, 'recent').order.column).toBe('updated_at')
})

test('four views set only a sort order, and sorting by a column overrides it', () => {
  const orderOnly = (views: typeof STOCK_VIEWS) =>
    views.filter((view) => isOrderOnly(views, view)).map(({ value }) => value)

  expect(orderOnly(STOCK_VIEWS)).toEqual(['all', 'recent', 'price-desc', 'price-asc'])
  expect(orderOnly(SOLD_VIEWS)).toEqual(['all', 'recent', 'price-desc', 'price-asc'])
})

test('sorting by status runs from featured to sold, and sorting by make also sorts by model', () => {
  expect(toOrders({ column: 'status', ascending: true })).toEqual([
    { column: 'sold', ascending: true },
    { column: 'featured', ascending: false },
    { column: 'sold_expiry_date', ascending: false },
  ])
  expect(toOrders({ column: 'make', ascending: false }).map(({ column }) => column)).toEqual(['make', 'model'])
  expect(toOrders({ column: 'year', ascending: false })).toEqual([{ column: 'year', ascending: false }])
})
