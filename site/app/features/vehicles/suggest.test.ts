import { expect, test } from 'vitest'
import { createVocabulary } from '#supabase/functions/_shared/search/vocabulary.ts'
import { createSuggest, type StockedVehicle } from './suggest.ts'

const OPTIONS = {
  makes: [
    { name: 'BMW', vehicles: 1 },
    { name: 'Land Rover', vehicles: 2 },
    { name: 'Lotus', vehicles: 0 },
    { name: 'Volkswagen', vehicles: 1200 },
  ],
  models: {
    make: ['Land Rover', 'Land Rover', 'Volkswagen'],
    model: ['Defender', 'Range Rover Sport', 'Golf'],
    vehicles: [1, 1, 1200],
  },
}
const car = (id: string, title: string, more: Partial<StockedVehicle> = {}): StockedVehicle => ({
  id,
  title,
  year: 2021,
  price: 20_000,
  sold: false,
  ...more,
})
const CARS = [
  car('1', 'Land Rover Defender 110'),
  car('2', 'Range Rover Sport', { price: null }),
  car('3', 'Volkswagen Golf GTI', { sold: true }),
]
const vocabulary = createVocabulary({
  makes: OPTIONS.makes,
  models: OPTIONS.models.model.map((model, at) => ({ make: OPTIONS.models.make[at] ?? '', model, vehicles: 1 })),
  titles: CARS.map(({ title }) => title),
})
const suggest = createSuggest(vocabulary, OPTIONS, CARS)
const labels = (typed: string) => suggest(typed).map(({ label }) => label)

test.each([
  ['b', ['BMW']],
  [
    'rov',
    [
      'Land Rover',
      'Land Rover Defender',
      'Land Rover Range Rover Sport',
      'Land Rover Defender 110',
      'Range Rover Sport',
    ],
  ],
  ['rangerover', ['Land Rover Range Rover Sport', 'Range Rover Sport']],
  ['golf gti', ['Volkswagen Golf GTI']],
  ['vw', ['Volkswagen', 'Volkswagen Golf GTI']],
  ['GOLF', ['Volkswagen Golf', 'Volkswagen Golf GTI']],
  ['glof', ['Volkswagen Golf', 'Volkswagen Golf GTI']],
  ['defender 2021', ['Land Rover Defender 110']],
  // Not in stock.
  ['lotus', []],
  ['', []],
  [' - ', []],
  ['x'.repeat(5000), []],
])('"%s" suggests %j', (typed, found) => expect(labels(typed)).toEqual(found))

test('a suggestion shows the number of cars, or a car’s year and price, and links to them', () => {
  expect(suggest('golf')).toEqual([
    { label: 'Volkswagen Golf', note: '1,200 cars', to: '/vehicles?make=Volkswagen&model=Golf' },
    { label: 'Volkswagen Golf GTI', note: 'Sold', to: '/vehicles/3' },
  ])
  expect(suggest('defender 110')[0]?.note).toBe('2021, £20,000')
})
