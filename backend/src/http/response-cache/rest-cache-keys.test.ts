import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { restCacheKeys } from './rest-cache-keys.ts'

const SITE = 'https://cars.example'
const keyOf = (header: (name: string) => string | undefined) =>
  header('prefer') === 'never' ? null : (header('accept') ?? '')
const understand = restCacheKeys({ publishableKey: 'sb_publishable', origin: SITE, keyOf })
const ask = (headers: Record<string, string>, url = '/rest/v1/vehicles') =>
  understand({ method: 'GET', url, headers: { apikey: 'sb_publishable', ...headers } } as unknown as IncomingMessage)

describe('what strangers read through rest', () => {
  test('is one question for all who ask the same', () => {
    expect(ask({ accept: 'text/csv' })?.key).toBe(ask({ accept: 'text/csv', 'user-agent': 'another' })?.key)
    expect(ask({ accept: 'text/csv' })?.key).not.toBe(ask({})?.key)
  })

  test.each([
    ['with a token', { authorization: 'Bearer somebody' }],
    ['with another key', { apikey: 'sb_secret' }],
    ['from a page of another origin', { origin: 'https://partner.example' }],
    ['with headers that have no key', { prefer: 'never' }],
    ['from the site, where that runs elsewhere', { origin: SITE }],
  ])('is asked for anew %s', (_how, headers) => {
    expect(ask(headers)).toBeNull()
  })
})
