import { expect, test } from 'vitest'
import { countVehicleFilters, readVehicleFilters, stateOf, stockedBetween } from './vehicle-filters.ts'

const read = (query: string, isAdmin = true) => readVehicleFilters(new URLSearchParams(query), isAdmin)

test('the filters are read from the URL', () => {
  const filters = read('make=Land+Rover&state=no-picture&days=over-60&pictures=none&sale=incomplete')

  expect(filters).toEqual({
    make: 'Land Rover',
    state: 'no-picture',
    days: 'over-60',
    pictures: 'none',
    sale: 'incomplete',
  })
  expect(countVehicleFilters(filters)).toBe(5)
  expect(stateOf(filters)).toBe('No picture')
})

test('sales staff cannot filter by the sale, because they cannot read it', () => {
  expect(read('sale=incomplete', false).sale).toBe('')
})

test.each(['', 'state=gone&days=61&pictures=1', 'state=&days=&pictures=&make='])('?%s filters nothing', (query) => {
  expect(countVehicleFilters(read(query))).toBe(0)
  expect(stateOf(read(query))).toBeUndefined()
  expect(stockedBetween(read(query))).toBeNull()
})

test('a vehicle that came in today has been in stock for 0 days', () => {
  expect(stockedBetween(read('days=to-30'), '2026-11-18')).toEqual({ from: '2026-10-19', to: '2026-11-18' })
  expect(stockedBetween(read('days=over-30'), '2026-11-18')).toEqual({ from: null, to: '2026-10-18' })
  expect(stockedBetween(read('days=over-90'), '2026-11-18')).toEqual({ from: null, to: '2026-08-19' })
})
