// The counts beside the options of the filters, compared with plain counts of generated vehicles.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import type { Conditions } from '../functions/_shared/search/conditions.ts'
import { understand } from '../functions/_shared/search/understand.ts'
import { createVocabulary } from '../functions/_shared/search/vocabulary.ts'
import { type Actor, pretend } from './cast.ts'

interface Car {
  make: string
  model: string
  year: number
  price: number
  mileage: number
  fuel_type: string
  transmission: string
  body_type: string | null
  colour: string | null
  doors: number | null
  seats: number | null
  hybrid_type: string | null
  ulez: string | null
  description: string
  hidden: boolean
  price_on_application: boolean
  sold: boolean
  /** From today, if the car is sold. */
  days_left: number
  has_picture: boolean
}

const BASIC_COLOURS: Record<string, string> = { 'Bright Silver': 'Silver', 'Nero Daytona': 'Black', Red: 'Red' }
const MODELS: Record<string, string[]> = { Audi: ['A4', 'Q7'], BMW: ['3 Series', 'A4'], Alvis: ['TA14'] }
const BODIES = ['Estate', 'Saloon', 'SUV']
const COLOURS = [...Object.keys(BASIC_COLOURS), 'Chameleon']
const HYBRIDS = ['Mild hybrid', 'Plug-in hybrid']

/** A generator of numbers that gives the same cars in every run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

function generateCars(count: number): Car[] {
  const random = createRandom(7)
  const one = <T>(values: readonly T[]): T => values[random(values.length)] as T
  const maybe = <T>(values: readonly T[]): T | null => (random(4) === 0 ? null : one(values))
  return Array.from({ length: count }, () => {
    const make = one(Object.keys(MODELS))
    return {
      make,
      model: one(MODELS[make] ?? []),
      year: 2010 + random(15),
      price: 1000 * (1 + random(60)),
      mileage: 1000 * random(100),
      fuel_type: one(['Petrol', 'Diesel', 'Electric']),
      transmission: one(['Automatic', 'Manual']),
      body_type: maybe(BODIES),
      colour: maybe(COLOURS),
      doors: maybe([2, 3, 5]),
      seats: maybe([2, 5, 7]),
      hybrid_type: maybe(HYBRIDS),
      ulez: maybe(['Yes', 'No']),
      description: one(['', 'With a Panoramic roof', 'Estate of one owner']),
      hidden: random(8) === 0,
      price_on_application: random(8) === 0,
      sold: random(6) === 0,
      days_left: random(3) - 1,
      has_picture: random(8) !== 0,
    }
  })
}

async function addCars(db: Database, cars: Car[]) {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission, body_type, colour, doors,
      seats, hybrid_type, ulez, description, hidden, price_on_application, sold, sold_expiry_date)
    select 'Car', make, model, year, price, mileage, fuel_type, transmission, body_type, colour, doors, seats, hybrid_type, ulez,
      description, hidden, price_on_application, sold, case when sold then forecourt.london_today() + days_left end
    from jsonb_to_recordset($1) as cars (make text, model text, year int, price int, mileage int, fuel_type text,
      transmission text, body_type text, colour text, doors int, seats int, hybrid_type text, ulez text, description text,
      hidden boolean, price_on_application boolean, sold boolean, days_left int) returning id`,
    [JSON.stringify(cars)],
  )
  await db.query(`insert into public.vehicle_images (vehicle_id, image_url) select unnest($1::uuid[]), '/a.webp'`, [
    rows.filter((_, at) => cars[at]?.has_picture).map(({ id }) => id),
  ])
}

const isListed = ({ has_picture, hidden, sold, days_left }: Car) => has_picture && !hidden && (!sold || days_left >= 0)

/** What each filter sees of a car; null if the dealer has not entered it. */
const factsOf = (car: Car) => ({
  make: car.make,
  model: car.model,
  fuel_type: car.fuel_type,
  transmission: car.transmission,
  body_type: car.body_type,
  colour: BASIC_COLOURS[car.colour ?? ''] ?? null,
  doors: car.doors,
  seats: car.seats,
  hybrid_type: car.hybrid_type,
  // Without an answer, only an electric car is sure to meet the standard.
  meets_ulez: car.ulez === null ? (car.fuel_type === 'Electric' ? true : null) : car.ulez === 'Yes',
})
type FilterName = keyof ReturnType<typeof factsOf>
const FILTERS = Object.keys(factsOf({} as Car)) as FilterName[]

function meets(car: Car, filters: Conditions, without: FilterName[] = []): boolean {
  const facts = factsOf(car)
  const isChosen = (name: FilterName) => {
    const wanted = filters[name]
    return wanted === undefined || [wanted].flat().some((value) => value === facts[name])
  }
  const isWithin = (value: number | null, min?: number, max?: number) =>
    (min === undefined && max === undefined) || (value !== null && value >= (min ?? 0) && value <= (max ?? Infinity))
  return (
    FILTERS.every((name) => without.includes(name) || isChosen(name)) &&
    isWithin(car.price_on_application ? null : car.price, filters.min_price, filters.max_price) &&
    isWithin(car.year, filters.min_year, filters.max_year) &&
    isWithin(car.mileage, filters.min_mileage, filters.max_mileage)
  )
}

function countPlainly(cars: Car[], filters: Conditions) {
  const counts = FILTERS.map((name) => {
    const options: Record<string, number> = {}
    for (const car of cars.filter((one) => meets(one, filters, name === 'make' ? ['make', 'model'] : [name]))) {
      const option = factsOf(car)[name]
      if (option !== null) options[String(option)] = (options[String(option)] ?? 0) + 1
    }
    return [name, options]
  })
  return { total: cars.filter((car) => meets(car, filters)).length, ...Object.fromEntries(counts) }
}

const some = <T>(values: T[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined })
const bound = (max: number) => fc.option(fc.nat(max), { nil: undefined })
const filters: fc.Arbitrary<Conditions> = fc
  .record({
    make: some(Object.keys(MODELS)),
    model: some(['A4', 'Q7']),
    fuel_type: some(['Petrol', 'Electric']),
    transmission: some(['Manual']),
    body_type: some(BODIES),
    colour: some(['Silver', 'Black', 'Red']),
    doors: some([3, 5]),
    seats: some([2, 7]),
    hybrid_type: some(HYBRIDS),
    meets_ulez: fc.constantFrom(undefined, undefined, true as const),
    min_price: bound(40_000),
    max_price: bound(60_000),
    max_year: fc.option(fc.integer({ min: 2010, max: 2025 }), { nil: undefined }),
    max_mileage: bound(100_000),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))

describe.each(serviceEngines)('counts of filter options on $name', ({ open }) => {
  const cars = generateCars(500)
  const listed = cars.filter(isListed)
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.query('delete from public.vehicles')
    await addCars(db, cars)
  })
  afterAll(() => db.close())

  const count = (search: object, actor: Actor = 'anonymous') =>
    pretend(db, actor, async (tx) => {
      const { rows } = await tx.query<{ counts: object | null }>('select public.count_vehicle_options($1) as counts', [
        JSON.stringify(search),
      ])
      return rows[0]?.counts
    })

  test('without filters, the counts are those of all listed vehicles, for every caller', async () => {
    for (const actor of ['anonymous', 'service'] as const)
      expect(await count({}, actor)).toEqual(countPlainly(listed, {}))
    expect(listed.length).toBeGreaterThan(200)
  })

  test('the counts under any filters are those of a plain count', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        expect(await count({ filters: chosen })).toEqual(countPlainly(listed, chosen))
      }),
      { numRuns: 100 },
    )
  })

  test('an alert about filters is for the vehicles that meet them', async () => {
    const ids = 'array(select id from public.listed_vehicles)'
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        const { rows } = await db.query<{ vehicles: number }>(
          `select count(*)::int as vehicles from forecourt.vehicles_matching($1, ${ids})`,
          [JSON.stringify({ filters: chosen })],
        )
        expect(rows[0]?.vehicles).toBe(listed.filter((car) => meets(car, chosen)).length)
      }),
      { numRuns: 50 },
    )
  })

  test('the counts of a search include what the search means and what contains it', async () => {
    const vocabulary = createVocabulary({ makes: [], models: [], titles: [] })
    const { query } = understand('estate', vocabulary, { thisYear: 2026, filters: { fuel_type: ['Petrol'] } })
    const found = listed.filter(
      ({ body_type, description }) => body_type === 'Estate' || description.includes('Estate'),
    )

    expect(await count(query)).toEqual(countPlainly(found, { fuel_type: ['Petrol'] }))
    expect(found.filter(({ body_type }) => body_type !== 'Estate').length).toBeGreaterThan(0)
  })

  test('each option finds as many vehicles as its count says', async () => {
    const search = { filters: { make: ['Audi'], min_price: 5000 }, words: [['panoramic']] }
    const { body_type } = (await count(search)) as { body_type: Record<string, number> }
    for (const [body, vehicles] of Object.entries(body_type)) {
      const { rows } = await db.query<{ page: { total: number } }>('select public.search_vehicles($1) as page', [
        { ...search, filters: { ...search.filters, body_type: [body] } },
      ])
      expect(rows[0]?.page.total).toBe(vehicles)
    }
    expect(Object.keys(body_type).length).toBeGreaterThan(1)
  })

  test.each([
    ['an unknown filter', { filters: { password: ['x'] } }],
    ['a filter that is not a list', { filters: { make: 'Audi' } }],
    ['a number that is not one', { filters: { doors: ['5) or (true'] } }],
    ['too many words', { words: Array.from({ length: 9 }, () => ['x']) }],
    ['no object', []],
  ])('a search with %s is refused', async (_, search) => {
    await expect(count(search)).rejects.toThrow()
  })

  test('more than 10,000 vehicles are counted as 10,001, and a word that occurs in more than 20,000 is not counted', async () => {
    await pretend(db, 'service', async (tx) => {
      await tx.query('reset role')
      // Without triggers and foreign keys.
      await tx.query("set local session_replication_role = 'replica'")
      await tx.query(
        `insert into public.listed_vehicles select r.*
        from (select to_jsonb(l) as row from public.listed_vehicles l where make = 'Alvis' limit 1) one,
          generate_series(1, 20001) n,
          jsonb_populate_record(null::public.listed_vehicles, row || jsonb_build_object('id', md5(n::text)::uuid)) r`,
      )
      const read = async (search: object) =>
        (
          await tx.query<{ counts: Record<string, unknown> | null }>(
            'select public.count_vehicle_options($1) as counts',
            [JSON.stringify(search)],
          )
        ).rows[0]?.counts
      expect(await read({})).toMatchObject({
        total: 10_001,
        make: { Alvis: 10_001, Audi: listed.filter(({ make }) => make === 'Audi').length },
      })
      expect(await read({ words: [['car']] })).toBeNull()
      expect(await read({ words: [['car']], filters: { make: ['Audi'] } })).toBeNull()
    })
  })
})
