import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distance } from './spelling.ts'
import { understand } from './understand.ts'
import { createVocabulary } from './vocabulary.ts'

const vocabulary = createVocabulary({
  makes: [
    { name: 'BMW', vehicles: 3 },
    { name: 'Mercedes', vehicles: 2 },
    { name: 'Peugeot', vehicles: 1 },
  ],
  models: [
    { make: 'BMW', model: '4 Series', vehicles: 3 },
    { make: 'Peugeot', model: '2008', vehicles: 1 },
  ],
  titles: ['BMW M440i xDrive', 'Peugeot 2008 Allure', 'Mercedes GLE 300 d'],
})
const read = (term: string, correct = false) => understand(term, vocabulary, { thisYear: 2026, correct })
const wanted = (term: string) => read(term).query.wanted

describe('numbers in words', () => {
  test.each([
    ['under 20k', { max_price: 20_000 }],
    ['below £20,000', { max_price: 20_000 }],
    ['up to 20 grand', { max_price: 20_000 }],
    ['£15k', { max_price: 15_000 }],
    ['20k-30k', { min_price: 20_000, max_price: 30_000 }],
    ['20 to 30k', { min_price: 20_000, max_price: 30_000 }],
    ['between £5,000 and £7,500', { min_price: 5000, max_price: 7500 }],
    ['over 50k', { min_price: 50_000 }],
    ['around 10k', { min_price: 8500, max_price: 11_500 }],
    ['under 30k miles', { max_mileage: 30_000 }],
    ['less than 40,000 miles', { max_mileage: 40_000 }],
    ['2019', { min_year: 2019, max_year: 2019 }],
    ['2018 to 2020', { min_year: 2018, max_year: 2020 }],
    ['2018-2020', { min_year: 2018, max_year: 2020 }],
    ['from 2019', { min_year: 2019 }],
    ['2019 onwards', { min_year: 2019 }],
    ['before 2015', { max_year: 2014 }],
    ['21 plate', { min_year: 2021, max_year: 2021 }],
    ['71 reg', { min_year: 2021, max_year: 2022 }],
    ['under 3 years old', { min_year: 2023 }],
    ['7 seater', { seats: [7] }],
    ['seven seats', { seats: [7] }],
    ['5+ seats', { min_seats: 5 }],
    ['5dr', { doors: [5] }],
    ['three door', { doors: [3] }],
  ])('%s', (term, conditions) => expect(wanted(term)).toEqual(conditions))

  test('power and engine sizes are not prices', () => {
    expect(wanted('over 300 bhp')).toEqual({})
  })
})

describe('names', () => {
  test.each([
    ['vw', { make: ['Volkswagen'] }],
    // The dealer's own spelling of the make.
    ['merc', { make: ['Mercedes'] }],
    ['mercedes benz', { make: ['Mercedes'] }],
    ['4-series', { model: ['4 Series'] }],
    ['4series', { model: ['4 Series'] }],
    ['bmw or merc', { make: ['BMW', 'Mercedes'] }],
    ['2008', { model: ['2008'] }],
    ['peugeot 2008', { make: ['Peugeot'], model: ['2008'] }],
    ['bmw 2008', { make: ['BMW'], min_year: 2008, max_year: 2008 }],
    ['fiat 500', { make: ['Fiat'], model: ['500'] }],
    ['ulez compliant', { meets_ulez: true }],
    ['used cars for sale', {}],
  ])('%s', (term, conditions) => expect(wanted(term)).toEqual(conditions))

  test('words that are joined in stock may be split, and the other way round', () => {
    expect(read('m 440i').query.words).toEqual([['m440i']])
    expect(read('gle300d').query.words).toEqual([['gle 300 d']])
  })
})

test('an empty search has no words and no conditions', () => {
  expect(read('  ')).toMatchObject({ query: { words: [], wanted: {} }, chips: [] })
})

describe('spelling', () => {
  test.each([
    ['bwm', 'bmw'],
    ['porche', 'porsche'],
    ['volkswagon', 'volkswagen'],
    ['convertable', 'convertible'],
    ['peugot', 'peugeot'],
  ])('%s is corrected to %s', (term, corrected) => expect(read(term, true).corrected).toBe(corrected))

  test.each(['bmw', 'estate', 'zzyzx', 'm440i', 'q', 'lada niva', 'viba'])('%s is left as it is', (term) =>
    expect(read(term, true).corrected).toBeUndefined(),
  )

  test('the distance of two words is at most the length of the longer one, and the same in both directions', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(distance(a, b)).toBe(distance(b, a))
        expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
        expect(distance(a, b) === 0).toBe(a === b)
      }),
    )
  })
})

describe('chips', () => {
  test('each part that was understood can be removed', () => {
    expect(read('cheap BMW estate  under 20k msport').chips).toEqual([
      { label: 'BMW', without: 'cheap estate under 20k msport' },
      { label: 'Estate', without: 'cheap BMW under 20k msport' },
      { label: 'Up to £20,000', without: 'cheap BMW estate msport' },
      { label: '“msport”', without: 'cheap BMW estate under 20k' },
    ])
  })

  test('words that were not understood are one chip', () => {
    expect(read('rare thing').chips).toEqual([{ label: '“rare thing”', without: '' }])
  })

  test('a search in quotation marks is taken literally', () => {
    const { query, chips } = read('"BMW estate"')
    expect(query.wanted).toEqual({})
    expect(query.words).toEqual([['bmw estate']])
    expect(chips).toEqual([{ label: '"BMW estate"', without: '' }])
  })
})

test.each([')', '!!', ' - ', '"'])('punctuation such as %s is looked for as it is', (term) => {
  const { query } = read(term)
  expect(query.wanted).toEqual({})
  expect(query.words).toHaveLength(1)
})

test('whatever is typed, a search stays within the limits of the database', () => {
  const words = [
    'under',
    '20k',
    'to',
    '£',
    'bmw',
    '2008',
    '4',
    'series',
    '-',
    '%',
    '"',
    'miles',
    '7',
    'seater',
    'or',
    'é',
  ]
  const term = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.array(fc.constantFrom(...words), { maxLength: 150 }).map((list) => list.join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  )
  fc.assert(
    fc.property(term, fc.boolean(), (text, correct) => {
      const { query, chips } = read(text, correct)
      expect(query.words.length).toBeLessThanOrEqual(8)
      expect(query.pieces.length).toBeLessThanOrEqual(8)
      expect(JSON.stringify(query).length).toBeLessThan(8000)
      for (const { without } of chips) expect(without.length).toBeLessThan(Math.max(text.length, 1))
    }),
    { numRuns: 500 },
  )
})
