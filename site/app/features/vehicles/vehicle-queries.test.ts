import { PostgrestClient } from '@supabase/postgrest-js'
import { describe, expect, test } from 'vitest'
import type { Rest } from '#app/lib/backend.ts'
import { parseListing } from './vehicle-filters.ts'
import { countSitemapParts, findFeatured, findFilterOptions, findForSitemap, findVehicles } from './vehicle-queries.ts'

interface Answer {
  status?: number
  body: unknown
  range?: string
}

/** The real client with a mock service that records its requests. */
function restAnswering(...answers: Answer[]) {
  const asked: URL[] = []
  const fetch = async (input: RequestInfo | URL) => {
    asked.push(new URL(String(input)))
    const { status = 200, body, range } = answers[Math.min(asked.length, answers.length) - 1] ?? { body: [] }
    const headers = { 'content-type': 'application/json', ...(range && { 'content-range': range }) }
    return new Response(JSON.stringify(body), { status, headers })
  }
  return { rest: new PostgrestClient('http://backend/rest/v1', { fetch }) as Rest, asked }
}

const listing = (search: string) => parseListing(new URLSearchParams(search))

async function queryFor(search: string) {
  const { rest, asked } = restAnswering({ body: [], range: '*/0' })
  await findVehicles(rest, listing(search))
  return asked[0]?.searchParams ?? new URLSearchParams()
}

describe('the public list', () => {
  test('the public list requests the vehicles listed today', async () => {
    const query = await queryFor('')

    expect(query.get('listed_until')).toMatch(/^gte\.\d{4}-\d\d-\d\d$/)
    expect(query.get('order')).toBe('created_at.desc,id.asc')
    expect([query.get('offset'), query.get('limit')]).toEqual(['0', '20'])
  })

  test('the public list sends no bounds if no filter is set', async () => {
    const query = await queryFor('maxPrice=100000&minMileage=0')

    for (const column of ['price', 'year', 'mileage', 'make', 'model', 'fuel_type', 'transmission']) {
      expect(query.has(column)).toBe(false)
    }
  })

  test('the public list sends the filters, the sort order and the page', async () => {
    const query = await queryFor('make=Land+Rover&fuel=Diesel&minPrice=5000&maxYear=2020&sort=price_asc&page=3')

    expect(query.get('make')).toBe('eq.Land Rover')
    expect(query.get('fuel_type')).toBe('eq.Diesel')
    expect(query.get('price')).toBe('gte.5000')
    expect(query.get('year')).toBe('lte.2020')
    expect(query.get('order')).toBe('price.asc,id.asc')
    expect(query.get('offset')).toBe('40')
  })

  test('the public list sends several values of a filter as a list, whatever they contain', async () => {
    const query = await queryFor('make=Audi&make=A,"b)&doors=5&doors=3&ulez=Yes&body=Estate')

    expect(query.get('make')).toBe('in.("A,\\"b)","Audi")')
    expect(query.get('doors')).toBe('in.("3","5")')
    expect(query.get('body_type')).toBe('eq.Estate')
    expect(query.get('meets_ulez')).toBe('is.true')
  })

  test('the public list gets its total in the same response if a filter is set', async () => {
    const row = { id: '1', fuel_type: 'Petrol', card: { title: 'One' } }
    const { rest, asked } = restAnswering({ status: 206, body: [row], range: '0-0/45' })

    expect(await findVehicles(rest, listing('make=Audi'))).toMatchObject({ vehicles: [{ id: '1' }], total: 45 })
    expect(asked).toHaveLength(1)
  })

  test('the public list gets its total in the same response if no filter is set', async () => {
    const row = { id: '1', fuel_type: 'Petrol', card: { title: 'One' }, total: 45 }
    const { rest, asked } = restAnswering({ body: [row] })

    const page = await findVehicles(rest, listing('sort=price_asc'))

    expect(page).toMatchObject({ vehicles: [{ id: '1', title: 'One' }], total: 45 })
    expect(page.vehicles[0]).not.toHaveProperty('total')
    expect(asked).toHaveLength(1)
  })

  test('the public list returns its total even for a page beyond the end of the unfiltered list', async () => {
    const { rest } = restAnswering({ body: [] }, { body: [{ id: '1', total: 45 }] })

    expect(await findVehicles(rest, listing('page=9'))).toEqual({ vehicles: [], total: 45 })
  })

  test('the public list returns its total even for a page beyond the end of the filtered list', async () => {
    const { rest } = restAnswering(
      { status: 416, body: { code: 'PGRST103', message: 'Requested range not satisfiable' } },
      { body: [], range: '*/45' },
    )

    expect(await findVehicles(rest, listing('make=Audi&page=9'))).toEqual({ vehicles: [], total: 45 })
  })

  test('the public list throws an error if its query fails, so that its caller can report it', async () => {
    const { rest } = restAnswering({ status: 500, body: { code: 'XX000', message: 'no' } })

    await expect(findVehicles(rest, listing(''))).rejects.toMatchObject({ code: 'XX000' })
  })
})

test('the filter options are read in one request', async () => {
  const options = { makes: [{ name: 'Audi', vehicles: 2 }], models: [{ make: 'Audi', model: 'A3', vehicles: 2 }] }
  const { rest, asked } = restAnswering({ body: options })

  expect(await findFilterOptions(rest)).toEqual({
    makes: options.makes,
    models: { make: ['Audi'], model: ['A3'], vehicles: [2] },
  })
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/rest/v1/rpc/find_filter_options'])
})

describe('the sitemap', () => {
  const portion = (length: number) => ({
    body: Array.from({ length }, (_, index) => ({ id: String(index), updated_at: '2026-11-01T00:00:00Z' })),
  })

  test('the sitemap requests batches until it has every vehicle in a part', async () => {
    const { rest, asked } = restAnswering(portion(1000), portion(3))

    expect(await findForSitemap(rest, 1)).toHaveLength(1003)
    expect(asked.map(({ searchParams }) => searchParams.get('id'))).toEqual([null, 'gt.999'])
  })

  test('each part of the sitemap starts after the last vehicle in the previous part', async () => {
    const { rest, asked } = restAnswering({ body: [{ id: 'last-before' }] }, portion(1000))

    expect(await findForSitemap(rest, 3)).toHaveLength(4000)
    expect(asked).toHaveLength(5)
    expect(asked[0]?.searchParams.get('offset')).toBe('7999')
    expect(asked[1]?.searchParams.get('id')).toBe('gt.last-before')
  })

  test.each([
    [0, 1],
    [4000, 1],
    [4001, 2],
    [100_000, 25],
    [1_000_000_000, 50_000],
  ])('the sitemap for %i vehicles has %i parts', async (vehicles, parts) => {
    expect(await countSitemapParts(restAnswering({ body: [{ id: '1', total: vehicles }] }).rest)).toBe(parts)
  })
})

test('the home page gets the newest unsold vehicles if none is featured', async () => {
  const row = { id: 'a', featured: false, sold: false, card: {} }
  const { rest, asked } = restAnswering({ body: [] }, { body: [row] })

  expect((await findFeatured(rest)).map(({ id }) => id)).toEqual(['a'])
  expect(asked[0]?.searchParams.get('featured')).toBe('eq.true')
  expect(asked[1]?.searchParams.has('featured')).toBe(false)
  expect(asked[1]?.searchParams.get('sold')).toBe('eq.false')
  expect(asked[1]?.searchParams.get('order')).toBe('created_at.desc,id.asc')
})
