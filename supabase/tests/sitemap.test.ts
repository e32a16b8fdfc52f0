import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedPart, makeSitemap } from '#app/features/vehicles/sitemap.ts'
import type { Rest } from '#app/lib/backend.ts'
import { RESPONSE_CACHE } from '../../backend/src/http/response-cache/limits.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type RestUnderTest, startRest } from '../../backend/test/rest-harness.ts'

const SITE = `https://${'long-name.'.repeat(8)}example`
const VEHICLES = 4500

describe.each(serviceEngines)('the sitemap for a large stock on $name', ({ open }) => {
  let rest: RestUnderTest
  beforeAll(async () => {
    rest = await startRest(open)
    await rest.db.transaction(async (tx) => {
      // Inserted without triggers, which is faster. Every tenth vehicle is sold and no longer listed.
      await tx.query('set local session_replication_role = replica')
      await tx.query(
        `insert into public.listed_vehicles
         select md5(i::text)::uuid, 'BMW', 'M4', 2020, 1, 1, 'Petrol', 'Manual', false, i % 10 = 0,
           case when i % 10 = 0 then '2020-01-01'::date else 'infinity' end, now(), '2026-11-01 10:00Z', '', '{}'
         from generate_series(1, $1::int * 10 / 9) as i`,
        [VEHICLES],
      )
      await tx.query('select forecourt.recount_listed_vehicles()')
    })
  })
  afterAll(() => rest.close())

  const ask = (part?: string) =>
    makeSitemap(rest.visitor as Rest, SITE, askedPart(new URLSearchParams(part === undefined ? {} : { part })))
  const addresses = (xml: string | null) =>
    [...(xml ?? '').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

  test('the sitemap lists each vehicle once, in parts that are small enough for the response cache', async () => {
    const index = await ask()
    expect(index).toContain('<sitemapindex ')
    const parts = addresses(index)
    expect(parts).toEqual([1, 2].map((n) => `${SITE}/sitemap.xml?part=${n}`))

    const named: string[] = []
    for (const part of parts) {
      const xml = (await ask(new URL(part).searchParams.get('part') ?? '')) ?? ''
      expect(Buffer.byteLength(xml)).toBeLessThan(RESPONSE_CACHE.eachBytes)
      expect(xml).toContain('</loc><lastmod>2026-11-01T10:00:00.000Z</lastmod></url>')
      named.push(...addresses(xml))
    }
    expect(named).toContain(`${SITE}/vehicles/make/bmw`)
    expect(named.filter((address) => address === `${SITE}/about`)).toHaveLength(1)
    const { rows } = await rest.db.query<{ id: string }>(
      `select id from public.listed_vehicles where not sold order by id`,
    )
    const isVehicle = (address: string) => /\/vehicles\/[0-9a-f-]{36}$/.test(address)
    expect(named.filter(isVehicle)).toEqual(rows.map(({ id }) => `${SITE}/vehicles/${id}`))
  })

  test.each(['3', '50000', '50001', '0', '01', '-1', '1.5', 'x', ''])('the sitemap has no part %j', async (part) => {
    expect(await ask(part)).toBeNull()
  })
})
