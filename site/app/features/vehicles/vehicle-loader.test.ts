import type { AppLoadContext } from 'react-router'
import { expect, test, vi } from 'vitest'
import { requireVehicle } from './vehicle-loader.ts'

const ID = '00000000-0000-4000-8000-000000000011'

const contextOf = (fetch: typeof globalThis.fetch) =>
  ({ backend: { url: 'http://backend', key: 'key', fetch, browserUrl: '' }, siteUrl: '' }) as AppLoadContext
const answering = (body: unknown, status = 200) => vi.fn(async () => Response.json(body, { status }))

const statusOf = (id: string, fetch: typeof globalThis.fetch) =>
  requireVehicle(contextOf(fetch), id).then(
    () => 200,
    (thrown: { init: { status: number } }) => thrown.init.status,
  )

test('a missing vehicle returns 404, and a malformed id returns 404 without a query', async () => {
  const fetch = answering([])

  expect(await statusOf(ID, fetch)).toBe(404)
  expect(await statusOf('1; drop table', fetch)).toBe(404)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a page returns 503 if the backend fails, and the failure is logged', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})

  expect(await statusOf(ID, answering({ message: 'away' }, 503))).toBe(503)
  expect(written).toHaveBeenCalledOnce()
  written.mockRestore()
})
