import { expect, test } from 'vitest'
import { asNewcomer, newcomerOf } from './newcomer.ts'

test('name and e-mail arrive, and nothing else of the form', () => {
  const form = { name: 'Rosa Field', email: 'rosa@example.com', phone: '07123 456789', message: 'Hello' }

  expect(newcomerOf(asNewcomer(form))).toEqual({ name: 'Rosa Field', email: 'rosa@example.com' })
})

test.each([null, undefined, {}, { from: '/dashboard' }, { newcomer: { name: 1 } }, 'text'])(
  '%j is nobody we know',
  (state) => {
    expect(newcomerOf(state)).toBeNull()
  },
)
