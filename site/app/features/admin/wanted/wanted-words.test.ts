import { expect, test } from 'vitest'
import type { WantedCar } from './wanted-queries.ts'
import { lastMondays } from './wanted-weeks.ts'
import { wantedInWords } from './wanted-words.ts'

test.each<[WantedCar, string]>([
  [{ make: ['Audi'], body_type: ['Estate'], max_price: 20_000 }, 'Audi estate, under £20,000'],
  [{ colour: ['Blue'], fuel_type: ['Electric'], make: ['Tesla'], model: ['Model 3'] }, 'Blue electric Tesla Model 3'],
  [{ fuel_type: ['Hybrid'], hybrid_type: ['Plug-in hybrid'], body_type: ['SUV'] }, 'Plug-in hybrid SUV'],
  [{ fuel_type: ['Electric'], max_price: 30_000, seats: [7] }, 'Electric car, under £30,000, 7 seats'],
  [{ make: ['Audi', 'BMW'], min_year: 2019 }, 'Audi or BMW, from 2019'],
  [{ min_price: 5000, max_price: 10_000 }, 'Any car, £5,000 to £10,000'],
  [{ body_type: ['MPV'], min_seats: 7, max_mileage: 60_000 }, 'MPV, under 60,000 miles, at least 7 seats'],
  [{ make: ['Ineos'], words: ['grenadier'] }, 'Ineos, “grenadier”'],
  [{ words: ['kei', 'truck'], meets_ulez: true }, 'Any car, meets ULEZ, “kei truck”'],
])('the search %j is called "%s"', (wanted, words) => {
  expect(wantedInWords(wanted)).toBe(words)
})

test.each(['2026-11-16', '2026-11-19', '2026-11-22'])(
  'the last of twelve weeks starts on the Monday before %s',
  (day) => {
    const mondays = lastMondays(day)
    expect([mondays.length, mondays[0], mondays.at(-1)]).toEqual([12, '2026-08-31', '2026-11-16'])
  },
)
