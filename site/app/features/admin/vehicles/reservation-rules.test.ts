import { expect, test } from 'vitest'
import { canBeReserved, changeInWords, newReservation, reservationProblem } from './reservation-rules.ts'

const TODAY = '2026-11-18'

test('a new reservation lasts a week', () => {
  expect(newReservation(TODAY)).toEqual({ until: '2026-11-25', note: '', person: null })
})

test.each([
  ['2026-11-18', undefined],
  ['2027-01-01', undefined],
  ['2026-11-17', 'The reservation must end today or later'],
  ['', 'Enter the last day of the reservation'],
  ['2026-02-30', 'Enter the last day of the reservation'],
])('for the last day "%s", the form says: %s', (until, problem) => {
  expect(reservationProblem(until, TODAY)).toBe(problem)
})

test('sold vehicles and drafts cannot be reserved', () => {
  const states = ['Draft', 'No picture', 'Listed', 'Reserved', 'Sold', 'Expired', null]
  expect(states.filter((vehicle_state) => canBeReserved({ vehicle_state }))).toEqual([
    'No picture',
    'Listed',
    'Reserved',
  ])
})

test.each([
  ['Draft', 'This vehicle has just been made a draft, so it can’t be reserved.'],
  ['Sold', 'This vehicle has just been marked as sold, so it can’t be reserved.'],
  [
    'Reserved',
    'This vehicle has just been changed by someone else. It’s now reserved until 25/11/2026. To save your reservation anyway, choose Reserve again.',
  ],
  [
    'Listed',
    'This vehicle has just been changed by someone else. To save your reservation anyway, choose Reserve again.',
  ],
])('if a vehicle has become %s in the meantime, the dialog says so', (vehicle_state, words) => {
  const vehicle = { id: '1', title: 'Golf', sold: false, reserved_until: '2026-11-25', vehicle_state, updated_at: '' }
  expect(changeInWords(vehicle, 'Reserve')).toBe(words)
})
