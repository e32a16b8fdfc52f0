import { expect, test } from 'vitest'
import { destinationAfterSignIn, returnTo } from './return-address.ts'

test('after signing in, a user returns to the page they came from', () => {
  const state = returnTo({ pathname: '/admin/enquiries', search: '?tab=messages' })

  expect(destinationAfterSignIn(state)).toBe('/admin/enquiries?tab=messages')
})

test.each([null, undefined, {}, { from: 7 }, { from: 'https://elsewhere.example' }, { from: '//elsewhere.example' }])(
  'a user whose navigation state is %j goes to the dashboard after signing in',
  (state) => {
    expect(destinationAfterSignIn(state)).toBe('/dashboard')
  },
)
