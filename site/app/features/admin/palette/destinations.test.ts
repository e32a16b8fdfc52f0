import { expect, test } from 'vitest'
import { findScreens, SCREENS } from './destinations.ts'

test('every screen has one entry, and an empty search lists all screens', () => {
  expect(new Set(SCREENS.map(({ to }) => to)).size).toBe(SCREENS.length)
  expect(findScreens(' ')).toEqual(SCREENS)
})

test.each([
  ['veh', ['Vehicles', 'Sold Vehicles', 'Add New Vehicle']],
  ['settings BRAND', ['Settings: Brand']],
  ['zzz', []],
])('a search for %j finds screens by their names', (q, labels) => {
  expect(findScreens(q).map(({ label }) => label)).toEqual(labels)
})
