import { expect, test } from 'vitest'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { describe } from './vehicle-fallbacks.ts'

const bare = {
  year: 2021,
  make: 'MINI',
  model: 'Cooper S',
  description: ' ',
  features: [],
  specifications: {},
  isDemo: true,
}

test('a demo vehicle with no description, features or specifications shows the fallbacks', () => {
  const shown = describe(bare as unknown as Vehicle)

  expect(shown.description).toContain('2021 MINI Cooper S')
  expect(shown.features).toHaveLength(6)
  expect(shown.features).toEqual(expect.arrayContaining(['Air Conditioning', 'Bluetooth Connectivity']))
  expect(shown.specifications).toEqual([
    ['Engine Size', '2.0L'],
    ['Body Type', 'Sedan'],
    ['Colour', 'As pictured'],
    ['Doors', '5'],
    ['Seats', '5'],
  ])
})

test('the dealer’s own description, features and specifications replace the fallbacks', () => {
  const written = { ...bare, description: 'One owner.', features: ['Sunroof'], specifications: { Doors: '3' } }

  expect(describe(written as unknown as Vehicle)).toEqual({
    description: 'One owner.',
    features: ['Sunroof'],
    specifications: [['Doors', '3']],
  })
})

test('nothing is invented about a dealer’s own vehicle', () => {
  const shown = describe({ ...bare, isDemo: undefined } as unknown as Vehicle)

  expect(shown).toMatchObject({ features: [], specifications: [] })
  expect(shown.description).not.toMatch(/inspected|prepared/)
})
