import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { parseConfig } from './config/config.ts'
import { createLogger } from './http/observability/log.ts'
import { createMetrics } from './http/observability/metrics.ts'
import { createMetricsEndpoint } from './http/observability/metrics-route.ts'
import {
  MAX_COOKIE_BYTES,
  MAX_DISCOVERED_PATHS,
  MAX_PATH_SEGMENTS,
  MAX_URL_CHARACTERS,
} from './http/request-limits/limits.ts'

function appWith(env: Record<string, string> = {}) {
  return createApp({ config: parseConfig(env), log: createLogger('silent'), backend: null, site: null })
}

describe('the application', () => {
  test('the application reports that it is running', async () => {
    const response = await appWith().request('/healthz')

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
  })

  test('every response, including a 404, has the security headers', async () => {
    for (const path of ['/healthz', '/nothing-here']) {
      const { headers } = await appWith().request(path)

      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('the application redirects to the original pictures on a hosted project, which may be unable to resize pictures', async () => {
    const hosted = appWith({ SUPABASE_URL: 'https://project.supabase.co', SUPABASE_ANON_KEY: 'key' })

    const response = await hosted.request('/storage/v1/render/image/public/vehicle-images/a%20b.jpg?width=480')

    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://project.supabase.co/storage/v1/object/public/vehicle-images/a%20b.jpg',
    ])
  })

  test('the header that makes browsers use https is sent only if the site itself uses https', async () => {
    const { headers } = await appWith({ SITE_URL: 'https://cars.example' }).request('/healthz')

    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await appWith().request('/healthz')).headers.get('strict-transport-security')).toBeNull()
  })

  test.each([
    ['rest', 414, { code: 'PT414' }],
    ['auth', 414, { error_code: 'validation_failed', code: 414 }],
    ['storage', 414, { statusCode: '414', error: 'InvalidRequest' }],
    ['functions', 414, { success: false }],
    ['captcha', 414, { code: 'PT414' }],
  ])('a URL that is too long is refused in the error format of the %s service', async (service, status, body) => {
    const response = await appWith().request(`/${service}/v1/x?y=${'z'.repeat(MAX_URL_CHARACTERS)}`)

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(body)
  })

  test.each([
    ['rest', { code: 'PT404' }],
    ['auth', { error_code: 'not_found', code: 404 }],
    ['storage', { statusCode: '404', error: 'not_found' }],
    ['functions', { success: false }],
    ['captcha', { code: 'PT404' }],
  ])('a path with too many segments gets a 404 in the error format of the %s service', async (service, body) => {
    const response = await appWith().request(`/${service}/v1${'/a'.repeat(MAX_PATH_SEGMENTS)}`)

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject(body)
  })

  test('a request to discover the routes for too many paths at once is refused', async () => {
    const discover = (count: number) =>
      appWith().request(`/__manifest?${new URLSearchParams({ paths: Array(count).fill('/a').join(), version: '1' })}`)

    expect((await discover(MAX_DISCOVERED_PATHS)).status).toBe(404)
    expect((await discover(MAX_DISCOVERED_PATHS + 1)).status).toBe(400)
    const behindMark = await appWith().request(`/__manifest?paths=?${',/a'.repeat(MAX_DISCOVERED_PATHS + 1)}`)
    expect(behindMark.status).toBe(400)
  })

  test('cookies that are too long are refused with a message that explains what to do', async () => {
    const request = (path: string, cookie: string) =>
      appWith().request(path, { headers: { cookie, accept: 'text/html' } })

    expect((await request('/', 'a'.repeat(MAX_COOKIE_BYTES))).status).toBe(404)
    const refused = await request('/', 'a'.repeat(MAX_COOKIE_BYTES + 1))
    expect(refused.status).toBe(431)
    expect(await refused.text()).toContain('Clear the cookies for this site')
    const api = await request('/rest/v1/vehicles', 'a'.repeat(MAX_COOKIE_BYTES + 1))
    expect([api.status, await api.json()]).toMatchObject([431, { code: 'PT431' }])
  })

  test('the client’s request id is used if it is valid, and otherwise a new id is created', async () => {
    const id = async (given: string) =>
      (await appWith().request('/healthz', { headers: { 'x-request-id': given } })).headers.get('x-request-id')

    expect(await id('trace-12345')).toBe('trace-12345')
    expect(await id('<script>')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('clients with the token get the metrics, and other clients get a 404', async () => {
    const token = 'a-token-for-the-scraper'
    const config = parseConfig({ METRICS_TOKEN: token, DATA_DIR: tmpdir() })
    const own = createMetrics(config.dataDir)
    const metrics = createMetricsEndpoint(own, token, async () => [await own.figures(), await own.figures()])
    const app = createApp({ config, log: createLogger('silent'), backend: null, site: null, metrics })
    await app.request('/rest/v1/someone@example.com')
    const scrape = (authorization?: string) =>
      app.request('/metrics', authorization === undefined ? {} : { headers: { authorization } })

    const response = await scrape(`Bearer ${token}`)

    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    // The figures from both processes are added together.
    expect(text).toMatch(/^forecourt_requests_total\{route="rest",method="GET",status="404"\} 2$/m)
    expect(text).toMatch(/^forecourt_processes 2$/m)
    expect(text).toMatch(/^forecourt_disk_free_bytes \d+/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(text).not.toContain('example.com')
    for (const wrong of [undefined, 'Bearer wrong', token, `Bearer ${token} `.slice(0, -2)]) {
      expect((await scrape(wrong)).status).toBe(404)
    }
    expect((await appWith().request('/metrics', { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
  })

  test('an unexpected error causes a 500 response that does not include the error message', async () => {
    const app = appWith()
    app.get('/boom', () => {
      throw new Error('secret detail')
    })

    const response = await app.request('/boom')

    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret detail')
  })
})
