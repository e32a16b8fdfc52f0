import { expect, test } from 'vitest'
import { isAdminScreen } from '#app/features/admin/shell/admin-links.ts'
import { findScreens, screensFor } from './destinations.ts'

const SCREENS = screensFor(true)

test('every screen has one entry, and an empty search lists all screens', () => {
  expect(new Set(SCREENS.map(({ to }) => to)).size).toBe(SCREENS.length)
  expect(findScreens(' ', true)).toEqual(SCREENS)
})

test.each([
  ['veh', ['Vehicles', 'Sold Vehicles', 'Add New Vehicle']],
  ['settings BRAND', ['Settings: Brand']],
  ['zzz', []],
])('a search for %j finds screens by their names', (q, labels) => {
  expect(findScreens(q, true).map(({ label }) => label)).toEqual(labels)
})

test('sales staff are offered exactly the screens that they may open', () => {
  expect(screensFor(false)).toEqual(SCREENS.filter(({ to }) => !isAdminScreen(to)))
  expect(screensFor(false).map(({ label }) => label)).not.toContain('Settings')
})
