import { expect, test } from 'vitest'
import { phoneDigits } from '#app/lib/telephone-office.ts'
import { shownPhone } from './phone.ts'

test.each([
  ['07700900123', '07700 900123'],
  ['02079460000', '020 7946 0000'],
  ['01614960000', '0161 496 0000'],
  ['01134960000', '0113 496 0000'],
  ['4915112345678', '+4915112345678'],
  ['999', '999'],
  ['', ''],
])('the stored number %s is shown as %s, which is stored as the same number', (digits, shown) => {
  expect(shownPhone(digits)).toBe(shown)
  if (digits.length > 4) expect(phoneDigits(shown)).toBe(digits)
})
