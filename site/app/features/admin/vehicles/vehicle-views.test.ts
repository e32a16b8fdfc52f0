import { expect, test } from 'vitest'
import { findView, isOrderOnly, SOLD_VIEWS, STOCK_VIEWS, toOrders } from './vehicle-views.ts'

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

test('a sorted column takes the place of a view that only orders', () => {
  const orderOnly = (views: typeof STOCK_VIEWS) =>
    views.filter((view) => isOrderOnly(views, view)).map(({ value }) => value)

  expect(orderOnly(STOCK_VIEWS)).toEqual(['all', 'recent', 'price-desc', 'price-asc'])
  expect(orderOnly(SOLD_VIEWS)).toEqual(['all', 'recent', 'price-desc', 'price-asc'])
})

test('the status sorts from featured to sold, make and model as one', () => {
  expect(toOrders({ column: 'status', ascending: true })).toEqual([
    { column: 'sold', ascending: true },
    { column: 'featured', ascending: false },
    { column: 'sold_expiry_date', ascending: false },
  ])
  expect(toOrders({ column: 'make', ascending: false }).map(({ column }) => column)).toEqual(['make', 'model'])
  expect(toOrders({ column: 'year', ascending: false })).toEqual([{ column: 'year', ascending: false }])
})
