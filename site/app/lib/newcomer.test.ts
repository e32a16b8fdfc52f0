import { expect, test } from 'vitest'
import { asNewcomer, newcomerOf } from './newcomer.ts'

test('only the name and email address from a form are passed to the registration form', () => {
  const form = { name: 'Rosa Field', email: 'rosa@example.com', phone: '07123 456789', message: 'Hello' }

  expect(newcomerOf(asNewcomer(form))).toEqual({ name: 'Rosa Field', email: 'rosa@example.com' })
})

test.each([null, undefined, {}, { from: '/dashboard' }, { newcomer: { name: 1 } }, 'text'])(
  'the state %j does not contain a new customer’s details',
  (state) => {
    expect(newcomerOf(state)).toBeNull()
  },
)
