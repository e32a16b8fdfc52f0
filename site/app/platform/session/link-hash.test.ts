import { expect, test } from 'vitest'
import { EMAIL_TAKEN_MESSAGE, LINK_EXPIRED_MESSAGE, linkProblem, readLinkHash } from './link-hash.ts'

test('a confirmation link contains a session', () => {
  expect(readLinkHash('#access_token=a&refresh_token=b&type=signup')).toEqual({
    type: 'signup',
    hasSession: true,
    errorCode: null,
  })
})

test('a used link contains an error code', () => {
  expect(readLinkHash('#error=access_denied&error_code=otp_expired&sb=')).toMatchObject({
    hasSession: false,
    errorCode: 'otp_expired',
  })
})

test('an ordinary anchor is ignored', () => {
  expect(readLinkHash('#main')).toBeNull()
  expect(readLinkHash('')).toBeNull()
})

test('an expired link and a failed provider sign-in have different messages', () => {
  expect(linkProblem('otp_expired')).toBe(LINK_EXPIRED_MESSAGE)
  expect(linkProblem('user_already_exists')).toBe(EMAIL_TAKEN_MESSAGE)
  expect(linkProblem('bad_oauth_callback')).toBe('We couldn’t sign you in. Please try again.')
})
