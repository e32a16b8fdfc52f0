import { describe, expect, test } from 'vitest'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { addSaved, parseSaved, readSaved, removeSaved, SAVED_KEY } from './saved-list.ts'

const vehicle = (id: string, over: Partial<Vehicle> = {}): Vehicle => ({
  id,
  title: `Vehicle ${id}`,
  price: 20000,
  image: '/a.webp',
  images: ['/a.webp'],
  year: 2021,
  mileage: 12000,
  fuelType: 'Petrol',
  transmission: 'Manual',
  make: 'MINI',
  model: 'Cooper',
  description: '',
  features: [],
  specifications: {},
  featured: false,
  sold: false,
  soldExpiryDate: null,
  ...over,
})

function memoryStore(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

describe('the saved list', () => {
  test('the saved list stores full copies under the key saved_vehicles', () => {
    const store = memoryStore()

    addSaved(store, vehicle('1'))

    expect(JSON.parse(store.getItem(SAVED_KEY) ?? '')).toEqual([vehicle('1')])
    expect(SAVED_KEY).toBe('saved_vehicles')
  })

  test('the saved list stores a vehicle once, however often it is saved', () => {
    const store = memoryStore()

    addSaved(store, vehicle('1'))
    addSaved(store, vehicle('1', { price: 19000 }))

    expect(readSaved(store)).toEqual([vehicle('1', { price: 19000 })])
  })

  test('the saved list removes one vehicle and keeps the others', () => {
    const store = memoryStore()
    addSaved(store, vehicle('1'))
    addSaved(store, vehicle('2'))

    removeSaved(store, '1')

    expect(readSaved(store).map(({ id }) => id)).toEqual(['2'])
  })

  test.each(['not json', '{}', 'null', '[null, 3, {"id": 4}]'])(
    'the saved list is empty if storage contains %s',
    (text) => {
      expect(parseSaved(text)).toEqual([])
    },
  )
})
