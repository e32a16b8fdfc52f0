import { expect, test } from 'vitest'
import { EMAIL_TAKEN_MESSAGE, LINK_EXPIRED_MESSAGE, linkProblem, readLinkHash } from './link-hash.ts'

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

test('a link that is no longer good is told from a provider who sent somebody back', () => {
  expect(linkProblem('otp_expired')).toBe(LINK_EXPIRED_MESSAGE)
  expect(linkProblem('user_already_exists')).toBe(EMAIL_TAKEN_MESSAGE)
  expect(linkProblem('bad_oauth_callback')).toBe('Signing in was not completed. Please try again.')
})
