import { expect, test } from 'vitest'
import { adminGate } from './guard.ts'

test('a guest goes to /auth', () => {
  expect(adminGate({ status: 'guest', isAdmin: false, mustSetPassword: null })).toEqual({
    open: false,
    redirect: '/auth',
  })
})

test('a customer goes to /dashboard', () => {
  expect(adminGate({ status: 'signed-in', isAdmin: false, mustSetPassword: null })).toEqual({
    open: false,
    redirect: '/dashboard',
  })
})

test('nobody is sent away while the session is being read', () => {
  expect(adminGate({ status: 'loading', isAdmin: false, mustSetPassword: null })).toEqual({
    open: false,
    redirect: null,
  })
})

test('an admin comes in', () => {
  expect(adminGate({ status: 'signed-in', isAdmin: true, mustSetPassword: null })).toEqual({ open: true })
})

test('an admin with a printed password chooses one first', () => {
  expect(adminGate({ status: 'signed-in', isAdmin: true, mustSetPassword: 'issued' })).toEqual({
    open: false,
    redirect: '/auth/choose-password',
  })
})
