import { expect, test } from 'vitest'
import { destinationAfterSignIn, returnTo } from './return-address.ts'

test('after signing in one is back where one was', () => {
  const state = returnTo({ pathname: '/admin/enquiries', search: '?tab=messages' })

  expect(destinationAfterSignIn(state)).toBe('/admin/enquiries?tab=messages')
})

test.each([null, undefined, {}, { from: 7 }, { from: 'https://elsewhere.example' }, { from: '//elsewhere.example' }])(
  '%j leads to the dashboard',
  (state) => {
    expect(destinationAfterSignIn(state)).toBe('/dashboard')
  },
)
