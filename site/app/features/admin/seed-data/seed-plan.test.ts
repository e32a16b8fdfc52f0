import { expect, test } from 'vitest'
import { DEMO_STOCK } from '#supabase/demo/stock.ts'
import { POPULAR_MAKES } from '#supabase/functions/_shared/makes.ts'
import { toSeedArguments } from './seed-plan.ts'

const vehicles = DEMO_STOCK.map((vehicle) => toSeedArguments(vehicle, vehicle.pictures, '2026-11-15'))

test('there are 20 test vehicles, 2 of them sold with an expiry date 30 days ahead', () => {
  const sold = vehicles.filter(({ _vehicle }) => _vehicle.sold)

  expect(vehicles).toHaveLength(20)
  expect(sold.map(({ _vehicle }) => _vehicle.sold_expiry_date)).toEqual(['2026-12-15', '2026-12-15'])
})

test('many test vehicles are featured, but none of the sold vehicles are', () => {
  expect(vehicles.filter(({ _vehicle }) => _vehicle.featured).length).toBeGreaterThanOrEqual(5)
  expect(vehicles.filter(({ _vehicle }) => _vehicle.featured && _vehicle.sold)).toEqual([])
})

test('every test vehicle has pictures, features, specifications and a seeded make', () => {
  for (const { _vehicle, _images, _features, _specifications } of vehicles) {
    expect(_images.length).toBeGreaterThan(0)
    expect(_features.length).toBeGreaterThan(0)
    expect(_specifications.length).toBeGreaterThan(0)
    expect(POPULAR_MAKES).toContain(_vehicle.make)
  }
})
