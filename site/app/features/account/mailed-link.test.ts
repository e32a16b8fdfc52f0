import { describe, expect, test } from 'vitest'
import { destinationOf, problemOf, readMailedLink } from './mailed-link.ts'

const query = (fields: Record<string, string>) => new URLSearchParams(fields)

describe('the link', () => {
  test('has a secret and a kind that we know', () => {
    expect(readMailedLink(query({ token_hash: 'abc', type: 'signup' }))).toEqual({ tokenHash: 'abc', type: 'signup' })
    expect(readMailedLink(query({ token_hash: 'abc', type: 'email_change' }))).toMatchObject({ type: 'email_change' })
    expect(readMailedLink(query({ token_hash: 'abc', type: 'phone_change' }))).toBeNull()
    expect(readMailedLink(query({ type: 'signup' }))).toBeNull()
  })
})

describe('where it leads', () => {
  const to = (redirect_to: string, type = 'signup') =>
    destinationOf(query({ redirect_to, type }), 'https://cars.example')

  test('a place on this site', () => {
    expect(to('https://cars.example/vehicles?make=BMW')).toBe('/vehicles?make=BMW')
    expect(to('https://cars.example/auth?type=recovery', 'recovery')).toBe('/auth?type=recovery')
  })

  test.each([
    'https://evil.example/',
    'https://cars.example//evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '',
  ])('not %j', (target) => {
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
])('%j means %s', (error, problem) => {
  expect(problemOf(error)).toBe(problem)
})
