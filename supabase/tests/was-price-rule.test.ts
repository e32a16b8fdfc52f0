// The rule for "was" prices in the database, compared with another implementation on generated histories.

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Change, londonDay, wasPrices } from './was-price-rule.ts'

const HISTORIES = 10_000
const DAYS_COMPARED = 32

// In pence. £24,750 is 1 % below £25,000, and £4,900 is £100 below £5,000.
const PRICES = [24_000, 24_750, 24_750.01, 25_000, 25_000, 26_000, 5_000, 4_900, 4_900.01, 0].map((pounds) =>
  Math.round(pounds * 100),
)
const aDay = 24 * 60
/** Several changes on a day, a few days, about 28 days, and longer. Whole days from midnight hit the day's edges. */
const gap = fc.oneof(
  fc.integer({ min: 1, max: aDay }),
  fc.integer({ min: aDay, max: 5 * aDay }),
  fc.integer({ min: 27 * aDay, max: 31 * aDay }),
  fc.constantFrom(28, 29, 30).map((count) => count * aDay),
  fc.integer({ min: 31 * aDay, max: 70 * aDay }),
)
const HISTORY = fc
  .record({
    start: fc.oneof(
      fc.integer({ min: 0, max: 365 * aDay }),
      fc.integer({ min: 0, max: 365 }).map((day) => day * aDay),
    ),
    changes: fc.array(
      fc.record({
        gap,
        price: fc.constantFrom(...PRICES),
        onOffer: fc.integer({ min: 0, max: 7 }).map((side) => side > 0),
      }),
      { minLength: 1, maxLength: 7 },
    ),
  })
  .map(({ start, changes }): Change[] => {
    let at = Date.UTC(2026, 0, 1) / 60_000 + start
    const all = changes.map(({ gap, ...change }) => {
      at += gap
      return { at, ...change }
    })
    // The triggers record only changes.
    return all.filter((change, i) => change.price !== all[i - 1]?.price || change.onOffer !== all[i - 1]?.onOffer)
  })

let histories: Change[][]
let expected: (number | null)[][]
beforeAll(() => {
  histories = fc.sample(HISTORY, { numRuns: HISTORIES, seed: 28 })
  expected = histories.map((changes) => wasPrices(changes, DAYS_COMPARED))
})

async function loadHistories(db: Database): Promise<void> {
  await db.exec(`alter table public.vehicles disable trigger user;
    insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission)
    select md5(n::text)::uuid, 'A', 'A', 'A', 2020, 1, 1, 'Petrol', 'Manual' from generate_series(1, ${HISTORIES}) n`)
  const rows = histories.flatMap((changes, i) => changes.map((change) => ({ n: i + 1, ...change })))
  await db.query(
    `insert into public.price_history (vehicle_id, since, price, on_offer)
     select md5(n::text)::uuid, to_timestamp(at * 60), price / 100.0, "onOffer"
     from jsonb_to_recordset($1) as rows (n integer, at bigint, price bigint, "onOffer" boolean)`,
    [JSON.stringify(rows)],
  )
}

/** What readers of the stored values show on each day from the latest change on. */
async function readShown(db: Database): Promise<(number | null)[][]> {
  const { rows } = await db.query<{ pence: number | null; until: number | null }>(
    `select (was_price * 100)::integer as pence, was_until - date '1970-01-01' as until
     from generate_series(1, ${HISTORIES}) n left join lateral forecourt.find_was_price(md5(n::text)::uuid) on true
     order by n`,
  )
  return rows.map(({ pence, until }, i) => {
    const first = londonDay(histories[i]?.at(-1)?.at ?? 0)
    return Array.from({ length: DAYS_COMPARED }, (_, day) => (until !== null && until >= first + day ? pence : null))
  })
}

test('many of the generated histories have a “was” price, and many have none', () => {
  const shown = expected.filter(([price]) => price !== null).length

  expect(shown).toBeGreaterThan(HISTORIES / 20)
  expect(shown).toBeLessThan(HISTORIES / 2)
})

describe.each(engines)('the rule for “was” prices on $name', ({ open }) => {
  test(`the database and a simulation of every day agree on ${HISTORIES} histories`, async () => {
    const db = await open()
    try {
      await loadHistories(db)
      const shown = await readShown(db)

      const differences = histories
        .map((changes, i) => ({ changes, shown: shown[i], expected: expected[i] }))
        .filter((each) => String(each.shown) !== String(each.expected))
      expect(differences.slice(0, 3)).toEqual([])
    } finally {
      await db.close()
    }
  }, 60_000)
})
