import { expect, test } from 'vitest'
import { FACT_NAMES, type FactName } from '#supabase/functions/_shared/vehicle-facts.ts'
import { copiedValues, newVehicleValues } from './vehicle-defaults.ts'
import type { StoredVehicle } from './vehicle-form.schema.ts'

const NO_FACTS = Object.fromEntries(FACT_NAMES.map((name) => [name, null])) as unknown as Pick<StoredVehicle, FactName>

const original: StoredVehicle = {
  ...NO_FACTS,
  title: 'Volkswagen Golf GTI',
  make: 'Volkswagen',
  model: 'Golf',
  year: 2022,
  price: 25995,
  asking_price: 25995,
  price_on_application: false,
  mileage: 19700,
  fuel_type: 'Petrol',
  transmission: 'Manual',
  description: 'A hot hatch.',
  featured: false,
  sold: true,
  sold_expiry_date: '2026-12-24',
  hidden: true,
  derivative: 'GTI',
  body_type: 'Hatchback',
  colour: 'Red',
  doors: 5,
  seats: 5,
  engine_cc: 1984,
  power_bhp: 245,
  drivetrain: 'Front-wheel drive',
  co2: 168,
  euro_standard: 6,
  first_registered: '2022-03-01',
  previous_owners: 1,
  service_history: 'Full',
  mot_until: '2027-03-01',
  insurance_category: 'Category S',
  is_import: true,
  keys: 2,
  warranty_months: 12,
  vat_scheme: 'Margin scheme',
  video_url: 'https://example.com/video',
  vehicle_images: [{ image_url: '/front.webp', caption: null }],
  vehicle_features: [{ feature: 'Heated Seats' }],
  vehicle_specifications: [
    { spec_key: 'Wheels', spec_value: '19 inch' },
    { spec_key: 'Former keepers', spec_value: '1' },
    { spec_key: 'Trim', spec_value: 'GTI' },
  ],
  vehicle_identity: { registration: 'P1RAC', vin: 'WVWZZZ', show_registration: true },
  vehicle_ledger: { bought_from: 'Ann', bought_on: '2026-01-01', bought_for_pence: 100, target_price_pence: 200 },
  vehicle_costs: [{ what: 'Valet', amount_pence: 9000, spent_on: null }],
  vehicle_sales: { price_pence: 100, sold_on: '2026-11-01', channel: 'Showroom', people: null },
}

test('a copy has what describes the model, its features and its description', () => {
  expect(copiedValues(original)).toMatchObject({
    title: 'Volkswagen Golf GTI',
    make: 'Volkswagen',
    model: 'Golf',
    year: '2022',
    fuel_type: 'Petrol',
    transmission: 'Manual',
    description: 'A hot hatch.',
    derivative: 'GTI',
    colour: 'Red',
    engine_cc: '1984',
    co2: '168',
    features: ['Heated Seats'],
    specifications: [
      { spec_key: 'Wheels', spec_value: '19 inch' },
      { spec_key: 'Trim', spec_value: 'GTI' },
    ],
  })
})

test('a copy has nothing that is true of one car only: neither price, mileage, history, pictures, state nor record', () => {
  const blank = newVehicleValues({ withExamples: false })
  const copied = ['title', 'make', 'model', 'year', 'fuel_type', 'transmission', 'description', 'features']
  const shared = ['specifications', 'derivative', 'body_type', 'colour', 'doors', 'seats', 'engine_cc', 'power_bhp']
  const technical = ['drivetrain', 'hybrid_type', 'co2', 'euro_standard', 'ulez', 'electric_range']
  const own = Object.entries(copiedValues(original)).filter(
    ([name]) => ![...copied, ...shared, ...technical].includes(name),
  )

  expect(own.map(([name]) => name)).toEqual(
    expect.arrayContaining(['price', 'mileage', 'sold', 'hidden', 'images', 'record', 'keys', 'mot_until']),
  )
  for (const [name, value] of own) expect([name, value]).toEqual([name, blank[name as keyof typeof blank]])
})
