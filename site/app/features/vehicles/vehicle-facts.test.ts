import { expect, test } from 'vitest'
import { FACT_NAMES, ULEZ_CHECK } from '#supabase/functions/_shared/vehicle-facts.ts'
import { factsJsonLd, groupFacts, otherSpecifications, type StoredFacts } from './vehicle-facts.ts'

const UNKNOWN = {
  ...Object.fromEntries(FACT_NAMES.map((name) => [name, null])),
  is_import: false,
  stock_number: '1042',
  meets_ulez: null,
} as StoredFacts

test('a car of which nothing is known has no facts', () => {
  expect(groupFacts(UNKNOWN)).toEqual([])
  expect(factsJsonLd(UNKNOWN)).toEqual({ sku: '1042' })
})

test('known facts are grouped, in words', () => {
  const facts = {
    colour: 'Red',
    doors: 5,
    engine_cc: 1998,
    electric_range: 1,
    first_registered: '2020-03-01',
    previous_owners: 0,
    is_import: true,
    warranty_months: 12,
    video_url: 'https://video.example/a',
  }
  expect(groupFacts({ ...UNKNOWN, ...facts, meets_ulez: true })).toEqual([
    [
      'Body',
      [
        ['Colour', 'Red'],
        ['Doors', '5'],
      ],
    ],
    ['Engine and gearbox', [['Engine size', '1,998 cc']]],
    [
      'Emissions and range',
      [
        ['Meets ULEZ standard', 'Yes', ULEZ_CHECK],
        ['Electric range', '1 mile'],
      ],
    ],
    [
      'History',
      [
        ['First registered', '01/03/2020'],
        ['Previous owners', '0'],
        ['Imported', 'Yes'],
      ],
    ],
    ['Sale', [['Warranty', '12 months']]],
  ])
})

test('nothing is said about a car that may not meet the ULEZ standard', () => {
  expect(groupFacts({ ...UNKNOWN, meets_ulez: false, ulez: 'No' })).toEqual([])
})

test('a specification that states a known fact is not shown again', () => {
  const specifications = { Color: 'White', Doors: '5', 'Sound system': 'Bose' }
  expect(otherSpecifications(specifications, { ...UNKNOWN, colour: 'Pearl white' })).toEqual({
    Doors: '5',
    'Sound system': 'Bose',
  })
})

test('search engines get the facts in their own terms', () => {
  expect(factsJsonLd({ ...UNKNOWN, doors: 3, drivetrain: 'Rear-wheel drive', co2: 0, power_bhp: 306 })).toEqual({
    sku: '1042',
    numberOfDoors: 3,
    vehicleEngine: {
      '@type': 'EngineSpecification',
      enginePower: { '@type': 'QuantitativeValue', value: 306, unitCode: 'BHP' },
    },
    driveWheelConfiguration: 'https://schema.org/RearWheelDriveConfiguration',
    emissionsCO2: 0,
  })
})
