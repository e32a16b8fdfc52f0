import { expect, test } from 'vitest'
import { readLinkHash } from './link-hash.ts'

test('a confirmation link brings a session', () => {
  expect(readLinkHash('#access_token=a&refresh_token=b&type=signup')).toEqual({
    type: 'signup',
    hasSession: true,
    errorCode: null,
  })
})

test('a used link brings the reason', () => {
  expect(readLinkHash('#error=access_denied&error_code=otp_expired&sb=')).toMatchObject({
    hasSession: false,
    errorCode: 'otp_expired',
  })
})

test('an ordinary anchor is none of our business', () => {
  expect(readLinkHash('#main')).toBeNull()
  expect(readLinkHash('')).toBeNull()
})
