import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { allowOrigins } from './cors.ts'

const PARTNER = 'https://partner.example'

const ask = (origins: string[], method: string, headers: Record<string, string>) =>
  new Hono()
    .use(allowOrigins(origins))
    .all('/rest/v1/vehicles', (c) => c.text('rows', 200, { allow: 'GET' }))
    .request('/rest/v1/vehicles', { method, headers })

const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'apikey,prefer' }

describe('pages of another origin', () => {
  test('are told nothing where none is named', async () => {
    const read = await ask([], 'GET', { origin: PARTNER })
    const preflight = await ask([], 'OPTIONS', { origin: PARTNER, ...PREFLIGHT })

    expect(read.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull()
  })

  test('may call where theirs is named, and only theirs', async () => {
    const preflight = await ask([PARTNER], 'OPTIONS', { origin: PARTNER, ...PREFLIGHT })
    const read = await ask([PARTNER], 'GET', { origin: PARTNER })
    const other = await ask([PARTNER], 'GET', { origin: 'https://partner.example.evil.example' })

    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,prefer')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(read.headers.get('access-control-allow-origin')).toBe(PARTNER)
    expect(read.headers.get('access-control-expose-headers')).toContain('content-range')
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
    expect(other.headers.get('vary')).toBe('Origin')
  })

  test('never bring a visitor’s cookies, not even where everyone may call', async () => {
    const { headers } = await ask(['*'], 'GET', { origin: PARTNER })

    expect(headers.get('access-control-allow-origin')).toBe(PARTNER)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('an OPTIONS that is no preflight is the service’s own', async () => {
    const response = await ask(['*'], 'OPTIONS', { origin: PARTNER })

    expect(response.headers.get('allow')).toBe('GET')
  })
})
