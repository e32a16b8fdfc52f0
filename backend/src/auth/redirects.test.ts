import { describe, expect, test } from 'vitest'
import { isAllowedRedirect, redirectFor, withFragment } from './redirects.ts'

describe('redirects', () => {
  test.each([
    ['https://cars.example/auth?type=recovery', true],
    ['https://CARS.example/', true],
    ['https://cars.example.evil.example/', false],
    ['https://someone@cars.example/', false],
    ['http://localhost:3000/', false],
    ['/relative', false],
    ['', false],
  ])('a public site allows a redirect to %j: %j', (target, allowed) => {
    expect(isAllowedRedirect(target, 'https://cars.example')).toBe(allowed)
  })

  test.each([
    ['http://127.0.0.1:3000/', true],
    ['http://localhost:5173/', true],
    ['http://[::1]:3000/', true],
    ['https://localhost/', false],
    ['http://localhost.evil.example/', false],
  ])('a site on localhost allows a redirect to %j: %j', (target, allowed) => {
    expect(isAllowedRedirect(target, 'http://localhost:3000')).toBe(allowed)
  })

  test('the redirect target is taken from the header, the query, the referer or the site, in that order', () => {
    const site = 'https://cars.example'
    const target = (query: string, headers: Record<string, string>) =>
      redirectFor(new Request(`${site}/auth/v1/recover${query}`, { headers }), site)

    expect(target('?redirect_to=https://cars.example/b', { redirect_to: `${site}/a` })).toBe(`${site}/a`)
    expect(target('?redirect_to=https://cars.example/b', {})).toBe(`${site}/b`)
    expect(target('?redirect_to=https://evil.example', { referer: `${site}/c` })).toBe(`${site}/c`)
    expect(target('', {})).toBe(site)
  })

  test('fields added to a redirect replace the fragment in its URL', () => {
    expect(withFragment('https://cars.example/auth?type=recovery#old', { a: '1&2' })).toBe(
      'https://cars.example/auth?type=recovery#a=1%262',
    )
  })
})
