import { expect, test } from 'vitest'
import { formatMiles, formatPrice } from './money.ts'

test('a price is shown in whole pounds with British digit grouping', () => {
  expect(formatPrice(41_995)).toBe('£41,995')
  expect(formatPrice(0)).toBe('£0')
  expect(formatPrice(9_999.5)).toBe('£10,000')
})

test('without a price, buyers have to ask', () => {
  expect(formatPrice(null)).toBe('Price on application')
})

test('a mileage is shown with its unit', () => {
  expect(formatMiles(24_600)).toBe('24,600 miles')
})
