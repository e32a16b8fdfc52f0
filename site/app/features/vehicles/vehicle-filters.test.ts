import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activeFilters } from './filter-chips.server.ts'
import {
  currentYear,
  defaultFilters,
  type ListingState,
  listingSearch,
  parseListing,
  resultKey,
  SORT_OPTIONS,
} from './vehicle-filters.ts'

const parse = (search: string) => parseListing(new URLSearchParams(search))

describe('a listing without parameters', () => {
  test('a listing without parameters has the default filters and sort order', () => {
    expect(parse('')).toEqual({
      filters: {
        searchTerm: '',
        makes: [],
        model: '',
        minYear: 2000,
        maxYear: currentYear(),
        minPrice: 0,
        maxPrice: 100000,
        transmission: '',
        fuelType: '',
        minMileage: 0,
        maxMileage: 200000,
        bodyTypes: [],
        colours: [],
        doors: [],
        seats: [],
        hybridTypes: [],
        ulez: [],
      },
      sort: 'created_at_desc',
      page: 1,
      view: 'grid',
    })
    expect(listingSearch(parse(''))).toBe('')
  })
})

describe('a plain form submission', () => {
  test('a plain form submission sets no filter for Any or for a slider at its end', () => {
    const search = `q=&make=Any&model=Any&fuel=Any&transmission=Any&minPrice=0&maxPrice=100000&minYear=2000&maxYear=${currentYear()}&minMileage=0&maxMileage=200000&sort=created_at_desc`

    expect(activeFilters(parse(search).filters)).toEqual([])
    expect(listingSearch(parse(search))).toBe('')
  })

  test('swapped bounds in a plain form submission are put in order', () => {
    const { filters } = parse('minPrice=60000&maxPrice=20000')

    expect([filters.minPrice, filters.maxPrice]).toEqual([20000, 60000])
  })
})

describe('an invalid parameter in the URL', () => {
  test.each(['page=0', 'page=-3', 'page=x', 'page=1e3', 'sort=title', 'view=wall', 'minPrice=-1', 'maxPrice=many'])(
    'an invalid parameter such as %s is read as the default',
    (search) => {
      expect(parse(search)).toEqual(parse(''))
    },
  )

  test('a year or price outside the slider’s range is clamped to the range', () => {
    const { filters } = parse('minYear=1066&maxPrice=999999')

    expect(filters).toEqual(defaultFilters())
  })

  test('an invalid parameter never throws an error, whatever it is', () => {
    fc.assert(fc.property(fc.string(), (text) => parse(text).page >= 1))
  })
})

const someOf = (...values: string[]) => fc.subarray(values).map((some) => some.toSorted())

const state: fc.Arbitrary<ListingState> = fc.record({
  filters: fc.record({
    searchTerm: fc.string({ maxLength: 40 }).map((text) => text.trim()),
    makes: someOf('Citroën', 'Land Rover', 'Rolls-Royce', 'Any other make'),
    model: fc.constantFrom('', '911', 'Continental GT'),
    minYear: fc.integer({ min: 2000, max: 2010 }),
    maxYear: fc.integer({ min: 2010, max: currentYear() }),
    minPrice: fc.integer({ min: 0, max: 50 }).map((n) => n * 1000),
    maxPrice: fc.integer({ min: 50, max: 100 }).map((n) => n * 1000),
    transmission: fc.constantFrom('', 'Manual'),
    fuelType: fc.constantFrom('', 'Electric'),
    minMileage: fc.integer({ min: 0, max: 20 }).map((n) => n * 5000),
    maxMileage: fc.integer({ min: 20, max: 40 }).map((n) => n * 5000),
    bodyTypes: someOf('Estate', 'SUV'),
    colours: someOf('Black', 'Red', 'Yellow'),
    doors: someOf('2', '5'),
    seats: someOf('10', '4', '7'),
    hybridTypes: someOf('Mild hybrid', 'Plug-in hybrid'),
    ulez: someOf('Yes'),
  }),
  sort: fc.constantFrom(...SORT_OPTIONS.map(({ value }) => value)),
  page: fc.integer({ min: 1, max: 500 }),
  view: fc.constantFrom('grid', 'list'),
})

test('a listing is restored unchanged from its URL', () => {
  fc.assert(
    fc.property(state, (listing) => {
      expect(parse(listingSearch(listing))).toEqual(listing)
    }),
  )
  expect(parse('q=Any').filters.searchTerm).toBe('Any')
})

test('the result cache key changes with the filters and the sort order but not with the page or the view', () => {
  const listing = parse('make=Porsche')

  const otherPage = { ...listing, page: 4, view: 'list' }
  expect(resultKey(otherPage)).toBe(resultKey(listing))
  expect(resultKey({ ...listing, sort: 'price_asc' })).not.toBe(resultKey(listing))
  expect(resultKey(parse('make=Audi'))).not.toBe(resultKey(listing))
})

test('control characters are removed from a search', () => {
  expect(parseListing(new URLSearchParams('q=a%00b%0A&make=%00')).filters).toMatchObject({
    searchTerm: 'a b',
    makes: [],
  })
})

describe('a filter with several values', () => {
  test('a filter with several values has one parameter for each, in the same order however they were chosen', () => {
    const listing = parse('colour=Red&make=Volvo&make=Audi&make=Volvo&make=Any&colour=Black')

    expect(listing.filters).toMatchObject({ makes: ['Audi', 'Volvo'], colours: ['Black', 'Red'] })
    expect(listingSearch(listing)).toBe('?make=Audi&make=Volvo&colour=Black&colour=Red')
  })

  test('a filter with several values has a chip for each, which removes only that value', () => {
    const { filters } = parse('make=Audi&make=BMW&doors=5&seats=1&ulez=Yes&maxPrice=20000')

    expect(activeFilters(filters)).toEqual([
      { label: 'Audi', without: 'make=BMW&doors=5&seats=1&ulez=Yes&maxPrice=20000' },
      { label: 'BMW', without: 'make=Audi&doors=5&seats=1&ulez=Yes&maxPrice=20000' },
      { label: 'Up to £20,000', without: 'make=Audi&make=BMW&doors=5&seats=1&ulez=Yes' },
      { label: '5 doors', without: 'make=Audi&make=BMW&seats=1&ulez=Yes&maxPrice=20000' },
      { label: '1 seat', without: 'make=Audi&make=BMW&doors=5&ulez=Yes&maxPrice=20000' },
      { label: 'Meets ULEZ standard', without: 'make=Audi&make=BMW&doors=5&seats=1&maxPrice=20000' },
    ])
  })

  test.each([
    'doors=five',
    'doors=0',
    'doors=-5',
    'doors=5.0',
    'seats=100',
    'ulez=No',
    'ulez=yes%27',
    'body=',
    'body=Any',
    'colour=%27;drop',
    'hybrid=%00',
    `body=${'x'.repeat(31)}`,
  ])('an impossible value such as %s is ignored', (search) => {
    expect(parse(search)).toEqual(parse(''))
  })

  test('a filter has at most ten values, each of at most a hundred characters, however many the URL contains', () => {
    const many = new URLSearchParams(
      ['make', 'body', 'colour', 'doors', 'hybrid'].flatMap((param) =>
        Array.from({ length: 1000 }, (_, n) => [param, param === 'doors' ? String(n) : `X${n}${'y'.repeat(n)}`]),
      ),
    )

    const { makes, bodyTypes, colours, doors, hybridTypes } = parseListing(many).filters

    for (const values of [makes, bodyTypes, colours, doors, hybridTypes]) expect(values).toHaveLength(10)
    expect(Math.max(...makes.map((make) => make.length))).toBe(100)
  })
})
