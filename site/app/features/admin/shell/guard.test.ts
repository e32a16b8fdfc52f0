import { expect, test } from 'vitest'
import { adminGate } from './guard.ts'

const admin = { status: 'signed-in', isAdmin: true, mustEnrol: false, mustSetPassword: null } as const

test('an admin comes in', () => {
  expect(adminGate(admin)).toEqual({ open: true })
})

test.each([
  ['a guest goes to /auth', { status: 'guest', isAdmin: false }, '/auth'],
  ['a customer goes to /dashboard', { isAdmin: false }, '/dashboard'],
  ['nobody is sent away while the session is being read', { status: 'loading', isAdmin: false }, null],
  ['an admin with a printed password chooses one first', { mustSetPassword: 'issued' }, '/auth/choose-password'],
  ['whoever owes the second step gives the code first', { status: 'second-step' }, '/auth/second-step'],
  ['an admin who has none where it is wanted sets it up first', { mustEnrol: true }, '/auth/set-up-two-steps'],
] as const)('%s', (_, facts, redirect) => {
  expect(adminGate({ ...admin, ...facts })).toEqual({ open: false, redirect })
})
