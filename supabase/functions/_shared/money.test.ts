import { expect, test } from 'vitest'
import { formatMiles, formatNumber, formatPrice } from './money.ts'

test('a price is shown in whole pounds with British digit grouping', () => {
  expect(formatPrice(41_995)).toBe('£41,995')
  expect(formatPrice(0)).toBe('£0')
  expect(formatPrice(9_999.5)).toBe('£10,000')
})

test('a mileage is shown with its unit', () => {
  expect(formatMiles(24_600)).toBe('24,600 miles')
})

test.each([0, 7, 999, 1_000, 24_600, 999_999.5, 1_234_567, 12_345_678_901, -950, -24_600.4])(
  '%d is formatted as Intl formats it for Great Britain',
  (amount) => {
    const format = (options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0, ...options }).format(amount)

    expect(formatNumber(amount)).toBe(format({}))
    expect(formatPrice(amount)).toBe(format({ style: 'currency', currency: 'GBP' }))
  },
)
