import { expect, test } from 'vitest'
import { describeStock } from './landing-pages.ts'

const car = (price: number | null, year: number) => ({ price, year })

test.each([
  [[], 'We have no BMW cars in stock at the moment.'],
  [[car(41_995, 2022)], 'We have one BMW in stock in Ely: a 2022 model at £41,995.'],
  [
    [car(20_000, 2021), car(9_500, 2018), car(15_000, 2019)],
    'We have 3 BMW cars in stock in Ely, priced from £9,500 to £20,000. They are from 2018 to 2021.',
  ],
  [[car(null, 2022)], 'We have one BMW in stock in Ely: a 2022 model.'],
  [
    [car(20_000, 2021), car(null, 2018)],
    'We have 2 BMW cars in stock in Ely, priced at £20,000. They are from 2018 to 2021.',
  ],
  [[car(null, 2021), car(null, 2021)], 'We have 2 BMW cars in stock in Ely. They are all from 2021.'],
  [
    [car(20_000, 2021), car(20_000, 2021)],
    'We have 2 BMW cars in stock in Ely, priced at £20,000. They are all from 2021.',
  ],
])('a make’s page states how many cars are in stock, their prices and their years (%#)', (cars, text) => {
  expect(describeStock({ one: 'BMW', many: 'BMW cars' }, cars, 'Ely')).toBe(text)
})

test('a make’s page does not name a town that is not in the dealer’s address', () => {
  expect(describeStock({ one: 'BMW', many: 'BMW cars' }, [car(41_995, 2022)], '')).toBe(
    'We have one BMW in stock: a 2022 model at £41,995.',
  )
})

test('a page of another kind names what it lists', () => {
  const electric = { one: 'electric car', many: 'electric cars' }
  expect(describeStock(electric, [], '')).toBe('We have no electric cars in stock at the moment.')
  expect(describeStock(electric, [car(9000, 2019)], '')).toBe(
    'We have one electric car in stock: a 2019 model at £9,000.',
  )
})
