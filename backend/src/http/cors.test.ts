import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { allowOrigins } from './cors.ts'

const PARTNER = 'https://partner.example'

const request = (origins: string[], method: string, headers: Record<string, string>) =>
  new Hono()
    .use(allowOrigins(origins))
    .all('/rest/v1/vehicles', (c) => c.text('rows', 200, { allow: 'GET' }))
    .request('/rest/v1/vehicles', { method, headers })

const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'apikey,prefer' }

describe('a page on another origin', () => {
  test('a page on another origin gets no CORS headers if no origin is allowed', async () => {
    const read = await request([], 'GET', { origin: PARTNER })
    const preflight = await request([], 'OPTIONS', { origin: PARTNER, ...PREFLIGHT })

    expect(read.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull()
  })

  test('a page may call the services if its origin is allowed, and a page on a third origin may not', async () => {
    const preflight = await request([PARTNER], 'OPTIONS', { origin: PARTNER, ...PREFLIGHT })
    const read = await request([PARTNER], 'GET', { origin: PARTNER })
    const other = await request([PARTNER], 'GET', { origin: 'https://partner.example.evil.example' })

    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,prefer')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(read.headers.get('access-control-allow-origin')).toBe(PARTNER)
    expect(read.headers.get('access-control-expose-headers')).toContain('content-range')
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
    expect(other.headers.get('vary')).toBe('Origin')
  })

  test('a response to the site’s own pages also varies by origin, so that a cache does not give it to another origin', async () => {
    const { headers } = await request([PARTNER], 'GET', {})

    expect(headers.get('vary')).toBe('Origin')
  })

  test('a page on another origin can never send a visitor’s cookies, even if every origin is allowed', async () => {
    const { headers } = await request(['*'], 'GET', { origin: PARTNER })

    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('an OPTIONS request that is not a preflight reaches the service', async () => {
    const response = await request(['*'], 'OPTIONS', { origin: PARTNER })

    expect(response.headers.get('allow')).toBe('GET')
  })
})
