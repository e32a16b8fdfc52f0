import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { restCacheKeys } from './rest-cache-keys.ts'

const SITE = 'https://cars.example'
const keyOf = (header: (name: string) => string | undefined) =>
  header('prefer') === 'never' ? null : (header('accept') ?? '')
const findCacheable = restCacheKeys({ publishableKey: 'sb_publishable', origin: SITE, keyOf })
const cacheable = (headers: Record<string, string>, url = '/rest/v1/vehicles') =>
  findCacheable({ method: 'GET', url, headers: { apikey: 'sb_publishable', ...headers } } as unknown as IncomingMessage)

describe('an anonymous read through REST', () => {
  test('an anonymous read has the same cache key for every client that sends the same headers', () => {
    const other = { accept: 'text/csv', 'user-agent': 'another' }
    expect(cacheable({ accept: 'text/csv' })?.key).toBe(cacheable(other)?.key)
    expect(cacheable({ accept: 'text/csv' })?.key).not.toBe(cacheable({})?.key)
  })

  test.each([
    ['with a token', { authorization: 'Bearer token' }],
    ['with another key', { apikey: 'sb_secret' }],
    ['from a page on another origin', { origin: 'https://partner.example' }],
    ['with headers that rule out a cache key', { prefer: 'never' }],
    ['from the site itself if it runs on another origin', { origin: SITE }],
  ])('a read %s is not cached', (_how, headers) => {
    expect(cacheable(headers)).toBeNull()
  })
})
