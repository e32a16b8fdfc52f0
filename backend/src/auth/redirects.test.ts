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
  ])('a public site lets %j be %j', (target, allowed) => {
    expect(isAllowedRedirect(target, 'https://cars.example')).toBe(allowed)
  })

  test.each([
    ['http://127.0.0.1:3000/', true],
    ['http://localhost:5173/', true],
    ['http://[::1]:3000/', true],
    ['https://localhost/', false],
    ['http://localhost.evil.example/', false],
  ])('a site on the owner’s machine lets %j be %j', (target, allowed) => {
    expect(isAllowedRedirect(target, 'http://localhost:3000')).toBe(allowed)
  })

  test('the header comes before the query, the referer after it, the site last', () => {
    const site = 'https://cars.example'
    const ask = (query: string, headers: Record<string, string>) =>
      redirectFor(new Request(`${site}/auth/v1/recover${query}`, { headers }), site)

    expect(ask('?redirect_to=https://cars.example/b', { redirect_to: `${site}/a` })).toBe(`${site}/a`)
    expect(ask('?redirect_to=https://cars.example/b', {})).toBe(`${site}/b`)
    expect(ask('?redirect_to=https://evil.example', { referer: `${site}/c` })).toBe(`${site}/c`)
    expect(ask('', {})).toBe(site)
  })

  test('what a redirect carries comes after the hash, whatever the address had there', () => {
    expect(withFragment('https://cars.example/auth?type=recovery#old', { a: '1&2' })).toBe(
      'https://cars.example/auth?type=recovery#a=1%262',
    )
  })
})
