import { expect, test } from 'vitest'
import { priceRule, readPrice, toPrice } from './price-rules.ts'

test('in the form, a price that is not a number becomes 0', () => {
  expect(toPrice('call us')).toBe(0)
  expect(priceRule.parse('call us')).toBe(0)
})

test.each([
  ['41,995', 41995],
  ['£41,995.50', 41995.5],
  [' 41 995 ', 41995],
  ['0', 0],
])('the price %j is accepted in the form and in the list', (text, price) => {
  expect(priceRule.parse(text)).toBe(price)
  expect(readPrice(text)).toEqual({ price })
})

test.each([
  ['', 'Price is required'],
  [' ', 'Price is required'],
  ['19.999', 'Enter the price in pounds and pence'],
  ['-1', 'Price can’t be below 0'],
  ['100000000', 'Price is too high'],
])('the price %j is refused in the form and in the list', (text, problem) => {
  expect(priceRule.safeParse(text).error?.issues[0]?.message).toBe(problem)
  expect(readPrice(text)).toEqual({ problem })
})

test('in the list, a price that is not a number is refused', () => {
  expect(readPrice('call us')).toEqual({ problem: 'Enter the price in pounds and pence' })
  expect(readPrice('1e999')).toEqual({ problem: 'Enter the price in pounds and pence' })
})
