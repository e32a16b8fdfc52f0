// What buyers type, and which vehicles of the demo stock they mean.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { DEMO_STOCK, rowOf } from '../demo/stock.ts'
import type { SearchQuery } from '../functions/_shared/search/conditions.ts'
import { type FoundPage, runSearch } from '../functions/_shared/search/run-search.ts'
import { understand } from '../functions/_shared/search/understand.ts'
import { createVocabulary, type Stock, type Vocabulary } from '../functions/_shared/search/vocabulary.ts'
import { plainText } from '../functions/_shared/search/words.ts'
import { createCast, pretend, VEHICLE } from './cast.ts'
import cases from './search-phrases.json' with { type: 'json' }

interface Case {
  phrase: string
  first?: number[]
  nearest?: number[]
  only?: number[]
}

const PHRASES: Case[] = cases.phrases

async function addDemoStock(db: Database): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  for (const vehicle of DEMO_STOCK) {
    const row = { ...rowOf(vehicle), sold_expiry_date: vehicle.sold ? 'infinity' : null }
    const { rows } = await db.query<{ id: string }>(
      `insert into public.vehicles (${Object.keys(row)}) select ${Object.keys(row)}
      from jsonb_populate_record(null::public.vehicles, $1) returning id`,
      [row],
    )
    const id = rows[0]?.id ?? ''
    numbers.set(id, vehicle.number)
    await db.query(`insert into public.vehicle_images (vehicle_id, image_url) values ($1, '/a.webp')`, [id])
    await db.query('insert into public.vehicle_features (vehicle_id, feature) select $1, unnest($2::text[])', [
      id,
      vehicle.features,
    ])
  }
  return numbers
}

async function readVocabulary(tx: Queryable): Promise<Vocabulary> {
  const { rows } = await tx.query<{ options: Omit<Stock, 'titles'>; vehicles: { title: string }[] }>(
    'select public.find_filter_options() as options, public.find_search_vehicles() as vehicles',
  )
  const [{ options, vehicles } = { options: { makes: [], models: [] }, vehicles: [] }] = rows
  return createVocabulary({ ...options, titles: vehicles.map(({ title }) => title) })
}

async function find(tx: Queryable, query: SearchQuery, limit = 20): Promise<FoundPage<{ id: string }>> {
  const { rows } = await tx.query<{ page: FoundPage<{ id: string }> }>(
    'select public.search_vehicles($1, _limit => $2) as page',
    [query, limit],
  )
  return rows[0]?.page as FoundPage<{ id: string }>
}

describe.each(serviceEngines)('searches for the demo stock on $name', ({ open }) => {
  let db: Database
  let numbers: Map<string, number>
  beforeAll(async () => {
    db = await open()
    await createCast(db)
    await db.query('delete from public.vehicles')
    numbers = await addDemoStock(db)
  })
  afterAll(() => db.close())

  const search = (phrase: string, limit = 20) =>
    pretend(db, 'anonymous', async (tx) => {
      const result = await runSearch(phrase, {
        vocabulary: await readVocabulary(tx),
        filters: {},
        thisYear: 2026,
        find: (query) => find(tx, query, limit),
        findFew: (query, limit) => find(tx, query, limit),
      })
      const numbersOf = (rows: { id: string }[]) => rows.map(({ id }) => numbers.get(id) ?? 0)
      return { ...result, vehicles: numbersOf(result.vehicles), nearest: numbersOf(result.nearest) }
    })
  const sorted = (list: number[]) => list.toSorted((a, b) => a - b)

  test.each(PHRASES.filter(({ first }) => first?.length))(
    '"$phrase" puts $first first',
    async ({ phrase, first = [] }) => {
      const { vehicles } = await search(phrase)
      expect(sorted(vehicles.slice(0, first.length))).toEqual(sorted(first))
    },
  )

  test.each(PHRASES.filter(({ only }) => only))('"$phrase" finds only $only', async ({ phrase, only = [] }) => {
    expect(sorted((await search(phrase)).vehicles)).toEqual(only)
  })

  test.each(PHRASES.filter(({ first }) => first?.length === 0))(
    '"$phrase" matches nothing, and the nearest vehicles are shown',
    async ({ phrase, nearest = [] }) => {
      const found = await search(phrase)
      expect(found.vehicles).toEqual([])
      expect(found.nearest.length).toBeGreaterThan(0)
      expect(sorted(found.nearest.slice(0, nearest.length))).toEqual(sorted(nearest))
    },
  )

  test('a search that matches nothing even with its spelling corrected says what was searched for', async () => {
    expect(await search('porche zzyzx')).toMatchObject({ vehicles: [], corrected: 'porsche zzyzx' })
  })

  test('a vehicle is found by any part of its title, make, model or description', async () => {
    const part = fc
      .tuple(fc.constantFrom(...DEMO_STOCK), fc.nat(), fc.integer({ min: 1, max: 40 }))
      .map(([vehicle, at, length]) => {
        const text = [vehicle.title, vehicle.make, vehicle.model, vehicle.description][at % 4] ?? ''
        const start = at % text.length
        return { number: vehicle.number, text: text.slice(start, start + length).trim(), isName: at % 4 < 3 }
      })
      // One or two letters are not looked for inside the words of a description.
      .filter(({ text, isName }) => plainText(text).length > (isName ? 0 : 2))
    await fc.assert(
      fc.asyncProperty(part, async ({ number, text }) => {
        expect((await search(text, 100)).vehicles, text).toContain(number)
      }),
      { numRuns: 300 },
    )
  })

  test('any text can be searched for', async () => {
    const parts = [
      'under 20k',
      'bmw',
      '7 seater',
      '%',
      '_',
      '\\',
      '"',
      "'",
      '$1',
      '{}',
      'e',
      'red',
      '\u{1F697}',
      '\0',
      '2019',
      '-',
    ]
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((list) => list.join(' ')),
      fc.string({ unit: fc.constantFrom('\u{1F697}', 'a'), minLength: 90, maxLength: 120 }),
    )
    await fc.assert(
      fc.asyncProperty(text, async (phrase) => {
        const { vehicles, nearest } = await search(phrase)
        expect(vehicles.length + nearest.length).toBeGreaterThan(0)
      }),
      { numRuns: 200 },
    )
  })

  test('a registration finds a vehicle only if the dealer shows it', async () => {
    const [id] = numbers.keys()
    const add = (isShown: boolean) =>
      db.query(
        `insert into public.vehicle_identity (vehicle_id, registration, show_registration) values ($1, 'AB21 XYZ', $2)
        on conflict (vehicle_id) do update set show_registration = excluded.show_registration`,
        [id, isShown],
      )

    await add(false)
    expect((await search('ab21xyz')).vehicles).toEqual([])
    await add(true)
    expect((await search('AB21 xyz')).vehicles).toEqual([numbers.get(id ?? '')])
    await db.query('delete from public.vehicle_identity')
  })

  test('pages of a search contain every vehicle once, in every order', async () => {
    for (const sort of ['best_match', 'created_at_desc', 'price_asc', 'price_desc', 'mileage_desc', 'year_asc']) {
      const ids: string[] = []
      for (let offset = 0; offset < 20; offset += 3) {
        const { rows } = await db.query<{ page: FoundPage<{ id: string }> }>(
          'select public.search_vehicles($1, $2, $3, 3) as page',
          [{ words: [['a']], text: 'e', pieces: [] }, sort, offset],
        )
        ids.push(...(rows[0]?.page.vehicles ?? []).map(({ id }) => id))
      }
      expect(ids).toHaveLength(20)
      expect(new Set(ids).size).toBe(20)
    }
  })

  test.each([
    ['an unknown condition', { wanted: { password: ['x'] } }],
    ['too many words', { words: Array.from({ length: 9 }, () => ['x']) }],
    ['too long a text', { text: 'x'.repeat(101) }],
    ['a condition that is not a list', { wanted: { make: 'BMW' } }],
    ['a limit that is not a number', { wanted: { max_price: '1 or true' } }],
  ])('a search with %s is refused', async (_, query) => {
    await expect(find(db, query as unknown as SearchQuery)).rejects.toThrow()
  })

  test('alerts match vehicles by the same search, without those that only mention its words', async () => {
    const match = async (phrase: string) => {
      const { query } = understand(phrase, await readVocabulary(db), { thisYear: 2026 })
      const { rows } = await db.query<{ id: string }>(
        'select id from forecourt.vehicles_matching($1, $2) as found (id)',
        [query, [...numbers.keys(), VEHICLE.listed]],
      )
      return sorted(rows.map(({ id }) => numbers.get(id) ?? 0))
    }

    expect(await match('bmw coupe under 45k')).toEqual([5])
    expect(await match('electric')).toEqual([7, 16])
    expect(await match('gti')).toEqual([10])
    expect(await match('bmw 3 series')).toEqual([])
  })
})
