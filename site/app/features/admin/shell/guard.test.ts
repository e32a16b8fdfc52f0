import { expect, test } from 'vitest'
import { adminGate } from './guard.ts'

const staff = { status: 'signed-in', isStaff: true, mustEnrol: false, mustSetPassword: null } as const

test('staff may open the back office', () => {
  expect(adminGate(staff)).toEqual({ open: true })
})

test.each([
  ['a guest is redirected to /auth', { status: 'guest', isStaff: false }, '/auth'],
  ['a customer is redirected to /dashboard', { isStaff: false }, '/dashboard'],
  ['there is no redirect while the session is loading', { status: 'loading', isStaff: false }, null],
  [
    'a member of staff with an issued password chooses their own first',
    { mustSetPassword: 'issued' },
    '/auth/choose-password',
  ],
  [
    'a user who has not completed the second step enters the code first',
    { status: 'second-step' },
    '/auth/second-step',
  ],
  [
    'a member of staff without the required two-step verification sets it up first',
    { mustEnrol: true },
    '/auth/set-up-two-steps',
  ],
] as const)('%s', (_, facts, redirect) => {
  expect(adminGate({ ...staff, ...facts })).toEqual({ open: false, redirect })
})
