import { describe, expect, test } from 'vitest'
import { destinationOf, problemOf, readEmailLink } from './email-link.ts'

const query = (fields: Record<string, string>) => new URLSearchParams(fields)

describe('an emailed link', () => {
  test('an emailed link needs a token and a known type', () => {
    expect(readEmailLink(query({ token_hash: 'abc', type: 'signup' }))).toEqual({ tokenHash: 'abc', type: 'signup' })
    expect(readEmailLink(query({ token_hash: 'abc', type: 'email_change' }))).toMatchObject({ type: 'email_change' })
    expect(readEmailLink(query({ token_hash: 'abc', type: 'phone_change' }))).toBeNull()
    expect(readEmailLink(query({ type: 'signup' }))).toBeNull()
  })
})

describe('an emailed link’s redirect', () => {
  const to = (redirect_to: string, type = 'signup') =>
    destinationOf(query({ redirect_to, type }), 'https://cars.example')

  test('an emailed link’s redirect leads to a page on this site', () => {
    expect(to('https://cars.example/vehicles?make=BMW')).toBe('/vehicles?make=BMW')
    expect(to('https://cars.example/auth?type=recovery', 'recovery')).toBe('/auth?type=recovery')
  })

  test.each([
    'https://evil.example/',
    'https://cars.example//evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '',
  ])('an emailed link’s redirect never leads to %j', (target) => {
    expect(to(target)).toBe('/')
    expect(to(target, 'recovery')).toBe('/auth?type=recovery')
  })
})

test.each([
  [{ code: 'otp_expired', status: 403, message: 'Email link has already been used' }, 'used'],
  [{ code: 'otp_expired', status: 403, message: 'Email link is invalid or has expired' }, 'expired'],
  [{ status: 0, message: 'Failed to fetch' }, 'unreachable'],
  [{ status: 503, message: '' }, 'unreachable'],
  [{ code: 'over_request_rate_limit', status: 429, message: '' }, 'unreachable'],
  [{ code: 'user_banned', status: 403, message: 'User is banned' }, 'refused'],
])('the error %j means that the link is %s', (error, problem) => {
  expect(problemOf(error)).toBe(problem)
})
