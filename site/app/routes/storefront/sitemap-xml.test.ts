import type { AppLoadContext } from 'react-router'
import { expect, test } from 'vitest'
import { handle, loader } from './sitemap-xml.ts'

const OPTIONS = {
  makes: [{ name: 'Audi', vehicles: 1 }],
  models: [{ make: 'Audi', model: 'A3', vehicles: 1 }],
}

/** A mock service that reports this many vehicles and returns one. */
async function ask(query: string, vehicles = 1, guides: object[] = []): Promise<Response> {
  const fetch = async (input: RequestInfo | URL) => {
    const path = new URL(String(input)).pathname
    if (path.endsWith('/find_filter_options')) return Response.json(OPTIONS)
    if (path.endsWith('/search_vehicles')) return Response.json({ vehicles: [], total: 1 })
    if (path.endsWith('/published_pages')) return Response.json(guides)
    if (path.endsWith('/listed_vehicles')) return Response.json([{ id: '1', price: 12_000 }])
    return Response.json([{ id: '1', updated_at: '2026-11-01T00:00:00Z', total: vehicles }])
  }
  const context = { backend: { url: 'http://backend', key: 'key', fetch }, siteUrl: 'https://cars.example' }
  const request = new Request(`https://cars.example/sitemap.xml${query}`)
  const args = { context: context as unknown as AppLoadContext, request } as Parameters<typeof loader>[0]
  return loader(args).catch((thrown: Response) => thrown)
}

test('a small stock is listed in a single sitemap', async () => {
  const response = await ask('')

  expect(response.headers.get('content-type')).toContain('application/xml')
  const xml = await response.text()
  expect(xml).toContain('<urlset ')
  for (const path of [
    '/',
    '/vehicles/make/audi',
    '/vehicles/make/audi/a3',
    '/vehicles/body/estate',
    '/vehicles/fuel/diesel',
    '/vehicles/under/20000',
  ])
    expect(xml).toContain(`<url><loc>https://cars.example${path}</loc></url>`)
  expect(xml).toContain('<loc>https://cars.example/vehicles/1</loc><lastmod>2026-11-01T00:00:00.000Z</lastmod>')
  for (const path of ['/vehicles/under/10000', '/guides'])
    expect(xml).not.toContain(`<loc>https://cars.example${path}</loc>`)
  expect(await (await ask('?part=1')).text()).toBe(xml)
})

test('published guides and their list are in the sitemap', async () => {
  const xml = await (await ask('', 1, [{ path: '/guides/a-b', changed_at: '2026-11-02T00:00:00Z' }])).text()

  expect(xml).toContain('<url><loc>https://cars.example/guides</loc></url>')
  expect(xml).toContain('<loc>https://cars.example/guides/a-b</loc><lastmod>2026-11-02T00:00:00.000Z</lastmod>')
})

test('a large stock gets a sitemap index, and a part beyond the last one is not found', async () => {
  expect(await (await ask('', 5000)).text()).toContain('<sitemap><loc>https://cars.example/sitemap.xml?part=2</loc>')
  expect((await ask('?part=2', 5000)).status).toBe(200)
  for (const part of ['3', '0', 'x', '50001']) expect((await ask(`?part=${part}`, 5000)).status).toBe(404)
})

test('a part of the sitemap is cached under its number, and an invalid part is not cached', () => {
  const kept = (query: string) => handle.addressOf?.(new URLSearchParams(query))

  expect(kept('utm_source=mail')).toBe('')
  expect(kept('part=2&utm_source=mail')).toBe('part=2')
  expect(kept('part=x')).toBeNull()
  expect(kept('part=50001')).toBeNull()
})
