import { expect, test } from 'vitest'
import { adminGate } from './guard.ts'

const admin = { status: 'signed-in', isAdmin: true, mustEnrol: false, mustSetPassword: null } as const

test('an admin may open the back office', () => {
  expect(adminGate(admin)).toEqual({ open: true })
})

test.each([
  ['a guest is redirected to /auth', { status: 'guest', isAdmin: false }, '/auth'],
  ['a customer is redirected to /dashboard', { isAdmin: false }, '/dashboard'],
  ['there is no redirect while the session is loading', { status: 'loading', isAdmin: false }, null],
  ['an admin with an issued password chooses their own first', { mustSetPassword: 'issued' }, '/auth/choose-password'],
  [
    'a user who has not completed the second step enters the code first',
    { status: 'second-step' },
    '/auth/second-step',
  ],
  [
    'an admin without the required two-step verification sets it up first',
    { mustEnrol: true },
    '/auth/set-up-two-steps',
  ],
] as const)('%s', (_, facts, redirect) => {
  expect(adminGate({ ...admin, ...facts })).toEqual({ open: false, redirect })
})
