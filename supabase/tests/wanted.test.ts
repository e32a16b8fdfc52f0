import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { createLogger } from '../../backend/src/http/observability/log.ts'
import { createWantedCounter } from '../../backend/src/wanted/wanted-counter.ts'
import { engines } from '../../backend/test/engines.ts'
import { createCast, pretend } from './cast.ts'

const ESTATE = { wanted: { make: ['Audi'], body_type: ['Estate'], max_price: 20_000 } }
const MOST_A_WEEK = 1000

interface Row {
  kind: string
  wanted: Record<string, unknown>
  times: number
  weeks: Record<string, number>
}

describe.each(engines)('what visitors look for on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.query('delete from forecourt.wanted_counts')
    await db.query('delete from forecourt.alert_subscribers')
  })

  const wantedOf = async (search: object) => {
    const { rows } = await db.query<{ wanted: object }>('select forecourt.wanted_of($1) as wanted', [
      JSON.stringify(search),
    ])
    return rows[0]?.wanted
  }
  const count = (search: object, times: number, kind = 'search') =>
    db.query('select forecourt.count_wanted($1)', [JSON.stringify([{ kind, search, times }])])
  const read = async (tx: Queryable) => {
    const { rows } = await tx.query<Row>('select kind, wanted, times::integer, weeks from public.what_to_buy()')
    return rows
  }
  const stored = async () => {
    const { rows } = await db.query<{ wanted: object; times: number }>(
      'select wanted, times from forecourt.wanted_counts order by wanted',
    )
    return rows
  }
  const monday = async (weeksAgo: number) => {
    const { rows } = await db.query<{ day: string }>(
      'select (forecourt.monday(forecourt.london_today()) - $1::integer)::text as day',
      [weeksAgo * 7],
    )
    return rows[0]?.day ?? ''
  }
  const countIn = async (weeksAgo: number, times: number) =>
    db.query('insert into forecourt.wanted_counts (week, kind, wanted, times) values ($1, $2, $3, $4)', [
      await monday(weeksAgo),
      'search',
      '{"make": ["Audi"]}',
      times,
    ])

  test('searches with about the same meaning are counted as one', async () => {
    const one = await wantedOf({ filters: { max_price: 19_995 }, wanted: { make: ['BMW', 'Audi'] } })
    expect(one).toEqual({ make: ['Audi', 'BMW'], max_price: 20_000 })
    expect(await wantedOf({ filters: { make: ['Audi', 'BMW', 'Audi'], max_price: 20_300 }, words: [] })).toEqual(one)
    expect(await wantedOf({ wanted: { max_mileage: 61_000, min_year: 2019, seats: [7], meets_ulez: true } })).toEqual({
      max_mileage: 60_000,
      min_year: 2019,
      seats: [7],
      meets_ulez: true,
    })
  })

  test.each([
    [
      [['grenadier', 'grenadiers'], ['diesel engine']],
      ['grenadier', 'diesel engine'],
    ],
    [
      [['911'], ['gts']],
      ['911', 'gts'],
    ],
    [[['i30'], ['n']], ['i30']],
    [[['carol@example.com']], undefined],
    [[['07700'], ['900'], ['123']], undefined],
    [[['07700900123']], undefined],
    [[['0770'], ['0900'], ['tesla']], ['tesla']],
    [[['ab12'], ['cde']], ['cde']],
    [[['ab12cde']], undefined],
    [[['<script>']], undefined],
    [[['a'.repeat(31)]], undefined],
    [
      [['one'], ['two'], ['three'], ['four']],
      ['one', 'two', 'three'],
    ],
  ])('of the words %j, only those that can be part of a name are kept', async (words, kept) => {
    expect(await wantedOf({ words })).toEqual(kept ? { words: kept } : {})
  })

  test('names from a URL that look like an address or a number are left out, and so are unknown conditions', async () => {
    const make = ['carol@example.com', '01733 555 010', 'Citroën', `A${'b'.repeat(40)}`]
    expect(await wantedOf({ filters: { make, secret: 'x', max_price: 'x' }, wanted: { doors: ['x', 5] } })).toEqual({
      make: ['Citroën'],
      doors: [5],
    })
  })

  test('a search is counted under what it wants, by the week', async () => {
    await count({ ...ESTATE, words: [] }, 2)
    await count(ESTATE, 1)
    await count({ words: [['carol@example.com']] }, 5)

    expect(await stored()).toEqual([{ wanted: ESTATE.wanted, times: 3 }])
    expect(await pretend(db, 'sales', read)).toEqual([
      { kind: 'search', wanted: ESTATE.wanted, times: 3, weeks: { [await monday(0)]: 3 } },
    ])
  })

  test('a visitor who asks for the same in other words counts once', async () => {
    const counter = createWantedCounter(db, createLogger('silent'))
    const visit = { network: '198.51.100.0', userAgent: 'Mozilla/5.0', purpose: '' }
    const saab = { make: ['Saab'], body_type: ['Estate'] }
    const searches = [
      { wanted: { ...saab, max_price: 20_000 } },
      { wanted: { max_price: 20_400, ...saab } },
      { filters: saab, wanted: { max_price: 19_900 } },
    ]
    const count = (some: object[], network = visit.network) =>
      counter.count(
        some.map((search) => JSON.stringify({ kind: 'search', search })),
        { ...visit, network },
      )
    count(searches.slice(0, 2))
    await counter.flush()
    count(searches)
    await counter.flush()
    expect(await stored()).toMatchObject([{ times: 1 }])

    count(searches, '198.51.101.0')
    await counter.flush()
    expect(await stored()).toMatchObject([{ times: 2 }])
  })

  test('nothing is counted if the dealer has switched it off', async () => {
    await db.query(`update public.config set value = 'false' where key = 'COUNT_WANTED'`)
    await count(ESTATE, 3)
    await db.query(`update public.config set value = 'true' where key = 'COUNT_WANTED'`)
    expect(await stored()).toEqual([])
  })

  test('no count is lost when several processes write the same searches at once', async () => {
    const things = ['Audi', 'BMW', 'Saab', 'Kia'].map((make) => ({
      kind: 'compare',
      search: { wanted: { make: [make] } },
      times: 1,
    }))
    const orders = Array.from({ length: 12 }, (_, n) => (n % 2 ? things : things.toReversed()))
    await Promise.all(orders.map((order) => db.query('select forecourt.count_wanted($1)', [JSON.stringify(order)])))

    expect((await stored()).map(({ times }) => times)).toEqual([12, 12, 12, 12])
  })

  test('no count below three is returned or can be worked out', async () => {
    const seen = async () => (await pretendRead()).map(({ times, weeks }) => [times, Object.values(weeks).sort()])
    const pretendRead = () => pretend(db, 'admin', read)

    await countIn(0, 2)
    expect(await seen()).toEqual([])
    await countIn(1, 4)
    expect(await seen()).toEqual([[4, [4]]])
    await countIn(2, 1)
    expect(await seen()).toEqual([[7, [4]]])
    await countIn(12, 100)
    expect(await seen()).toEqual([[7, [4]]])
  })

  test('made-up searches fill neither the table nor the places of those that the search understands', async () => {
    const letters = (n: number) =>
      [n % 26, Math.floor(n / 26) % 26, Math.floor(n / 676)].map((l) => 'abcdefghijklmnopqrstuvwxyz'[l]).join('')
    const junk = Array.from({ length: MOST_A_WEEK + 300 }, (_, n) => ({
      kind: 'search',
      search: { words: [[`junk${letters(n)}`]] },
      times: 1,
    }))
    for (const batch of [junk.slice(0, 700), junk.slice(700)])
      await db.query('select forecourt.count_wanted($1)', [JSON.stringify(batch)])
    expect(await stored()).toHaveLength(MOST_A_WEEK)

    await db.query('select forecourt.count_wanted($1)', [JSON.stringify([...junk.slice(0, 2), ...junk.slice(-2)])])
    await count(ESTATE, 3)
    expect(await stored()).toHaveLength(MOST_A_WEEK + 1)
    expect((await stored()).filter(({ times }) => times === 2)).toHaveLength(2)
  })

  test('saved searches count once they are confirmed, once for each address', async () => {
    const ask = async (email: string, path: string) => {
      const about = { search: ESTATE, path, label: 'Audi estate' }
      await db.query('select forecourt.ask_for_alert($1, $2, true)', [email, JSON.stringify(about)])
    }
    await ask('ada@example.com', 'q=audi+estate')
    await ask('ada@example.com', 'q=estate+audi')
    await ask('ben@example.com', 'q=audi+estate')
    const unconfirmed = { search: ESTATE, path: 'q=audi', label: 'Audi estate' }
    await db.query('select forecourt.ask_for_alert($1, $2, false)', ['dan@example.com', JSON.stringify(unconfirmed)])
    expect(await pretend(db, 'admin', read)).toEqual([])

    await ask('cyd@example.com', 'q=audi+estate')
    const [row] = await pretend(db, 'admin', read)
    expect(row).toEqual({ kind: 'alert', wanted: ESTATE.wanted, times: 3, weeks: { [await monday(0)]: 3 } })
  })

  test('counts are deleted after a year', async () => {
    await countIn(51, 5)
    await countIn(54, 5)
    await db.query('select forecourt.forget_old_counts()')
    expect(await stored()).toHaveLength(1)
  })

  test.each(['anonymous', 'customer', 'disabled sales', 'sales with a factor, aal1'] as const)(
    'a caller who is %s is refused',
    (actor) => pretend(db, actor, (tx) => expect(read(tx)).rejects.toThrow(/Only staff|permission denied/)),
  )
})
