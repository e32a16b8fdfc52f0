import { PostgrestClient } from '@supabase/postgrest-js'
import { describe, expect, test } from 'vitest'
import type { Rest } from '#app/lib/backend.ts'
import { parseListing } from './vehicle-filters.ts'
import { findFilterOptions, findForSitemap, findVehicle, findVehicles } from './vehicle-queries.ts'

interface Answer {
  status?: number
  body: unknown
  range?: string
}

/** The real client before a stand-in for the service; keeps what it was asked. */
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
  test('is of vehicles with pictures that are not sold, or sold and not yet past their date', async () => {
    const query = await queryFor('')

    expect(query.get('select')).toContain('vehicle_images!inner(')
    expect(query.get('or')).toMatch(
      /^\(sold\.eq\.false,and\(sold\.eq\.true,sold_expiry_date\.gte\.\d{4}-\d\d-\d\d\)\)$/,
    )
    expect(query.get('order')).toBe('created_at.desc,id.asc')
    expect([query.get('offset'), query.get('limit')]).toEqual(['0', '20'])
  })

  test('has no bound where nothing was chosen', async () => {
    const query = await queryFor('maxPrice=100000&minMileage=0')

    for (const column of ['price', 'year', 'mileage', 'make', 'model', 'fuel_type', 'transmission']) {
      expect(query.has(column)).toBe(false)
    }
  })

  test('asks for what was chosen, in the order chosen, page by page', async () => {
    const query = await queryFor('make=Land+Rover&fuel=Diesel&minPrice=5000&maxYear=2020&sort=price_asc&page=3')

    expect(query.get('make')).toBe('eq.Land Rover')
    expect(query.get('fuel_type')).toBe('eq.Diesel')
    expect(query.get('price')).toBe('gte.5000')
    expect(query.get('year')).toBe('lte.2020')
    expect(query.get('order')).toBe('price.asc,id.asc')
    expect(query.get('offset')).toBe('40')
  })

  test('searches four columns for the words as they are', async () => {
    const query = await queryFor(`q=${encodeURIComponent('50%, (x)')}`)

    expect(query.getAll('or')[1]).toBe(
      '(title.ilike."*50\\\\%, (x)*",description.ilike."*50\\\\%, (x)*",make.ilike."*50\\\\%, (x)*",model.ilike."*50\\\\%, (x)*")',
    )
  })

  test('knows its total on a page beyond the end', async () => {
    const { rest } = restAnswering(
      { status: 416, body: { code: 'PGRST103', message: 'Requested range not satisfiable' } },
      { body: [], range: '*/45' },
    )

    expect(await findVehicles(rest, listing('page=9'))).toEqual({ vehicles: [], total: 45 })
  })

  test('fails loudly, for its caller to say so', async () => {
    const { rest } = restAnswering({ status: 500, body: { code: 'XX000', message: 'no' } })

    await expect(findVehicles(rest, listing(''))).rejects.toMatchObject({ code: 'XX000' })
  })
})

describe('one vehicle', () => {
  test.each(['', 'nonsense', '00000000-0000-4000-8000-00000000000g', "1' or '1'='1"])(
    'is not asked for by %s, which is no id',
    async (id) => {
      const { rest, asked } = restAnswering({ body: [] })

      expect(await findVehicle(rest, id)).toBeNull()
      expect(asked).toEqual([])
    },
  )

  test('is none when the service knows none', async () => {
    const { rest } = restAnswering({ body: [] })

    expect(await findVehicle(rest, '00000000-0000-4000-8000-000000000001')).toBeNull()
  })
})

test('filter options name each model of a make once', async () => {
  const { rest } = restAnswering(
    { body: [{ name: 'Audi' }, { name: 'BMW' }] },
    {
      body: [
        { make: 'Audi', model: 'A3' },
        { make: 'Audi', model: 'A3' },
        { make: 'BMW', model: 'X5' },
      ],
    },
  )

  expect(await findFilterOptions(rest)).toEqual({
    makes: ['Audi', 'BMW'],
    models: [
      { make: 'Audi', model: 'A3' },
      { make: 'BMW', model: 'X5' },
    ],
  })
})

test('the sitemap asks on until it has them all', async () => {
  const portion = Array.from({ length: 1000 }, (_, index) => ({
    id: String(index),
    updated_at: '2026-11-01T00:00:00Z',
  }))
  const { rest, asked } = restAnswering({ body: portion }, { body: portion.slice(0, 3) })

  expect(await findForSitemap(rest)).toHaveLength(1003)
  expect(asked).toHaveLength(2)
})
