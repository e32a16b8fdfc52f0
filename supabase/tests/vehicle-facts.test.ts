import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { FACT_NAMES, type Fact, factOf } from '../functions/_shared/vehicle-facts.ts'
import { createCast, pretend } from './cast.ts'

const CAR = `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission`

/** Values that the code accepts, and values that it does not. */
function valuesOf(fact: Fact): { good: unknown[]; bad: unknown[] } {
  switch (fact.type) {
    case 'whole':
      return { good: [fact.min, fact.max], bad: [fact.min - 1, fact.max + 1] }
    case 'choice':
      return { good: [...fact.options], bad: ['Other', ''] }
    case 'text':
      return { good: ['x'.repeat(fact.max)], bad: ['x'.repeat(fact.max + 1), ''] }
    case 'address':
      return { good: ['https://example.com/a'], bad: ['http://example.com/a', `https://${'x'.repeat(fact.max)}`] }
    case 'date':
      return { good: ['2020-02-29'], bad: ['soon'] }
    case 'flag':
      return { good: [true, false], bad: ['perhaps'] }
  }
}

describe.each(engines)('facts about vehicles on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const add = async (columns: Record<string, unknown>) => {
    const names = Object.keys(columns)
    const { rows } = await db.query<{ stock_number: string; meets_ulez: boolean | null }>(
      `${CAR}${names.map((name) => `, ${name}`).join('')})
       values ('T', 'M', 'O', 2020, 1, 1, 'Petrol', 'Manual'${names.map((_, n) => `, $${n + 1}`).join('')})
       returning stock_number, meets_ulez`,
      Object.values(columns),
    )
    return rows[0]
  }

  test.each(FACT_NAMES)('the database accepts the same values for %s as the form', async (name) => {
    const { good, bad } = valuesOf(factOf(name))
    for (const value of good) expect(await add({ [name]: value })).toBeDefined()
    for (const value of bad) await expect(add({ [name]: value }), String(value)).rejects.toThrow()
  })

  test.each([
    ['Electric', null, null, true],
    ['Petrol', 4, null, true],
    ['Petrol', 3, '2010-01-01', false],
    ['Petrol', null, '2006-01-01', true],
    ['Petrol', null, '2005-12-31', null],
    ['Petrol', null, null, null],
    ['Diesel', 6, null, true],
    ['Diesel', 5, '2020-01-01', false],
    ['Diesel', null, '2015-09-01', true],
    ['Diesel', null, '2015-08-31', null],
    ['Hybrid', 6, null, true],
    ['Hybrid', 5, null, null],
    ['Hybrid', 3, null, false],
    ['Hybrid', null, '2015-09-01', true],
    ['Hybrid', null, '2012-01-01', null],
  ])('a %s car with Euro %s, registered on %s: the ULEZ standard is met: %s', async (fuel, euro, registered, meets) => {
    const facts = { euro_standard: euro, first_registered: registered }
    const met = async (ulez: string | null) => {
      const { rows } = await db.query<{ meets_ulez: boolean | null }>(
        `${CAR}, euro_standard, first_registered, ulez)
         values ('T', 'M', 'O', 2020, 1, 1, $1, 'Manual', $2, $3, $4) returning meets_ulez`,
        [fuel, facts.euro_standard, facts.first_registered, ulez],
      )
      return rows[0]?.meets_ulez
    }
    expect(await met(null)).toBe(meets)
    expect(await met('Yes')).toBe(true)
    expect(await met('No')).toBe(false)
  })

  test('stock numbers are assigned in turn, start as the dealer wishes, and skip those in use', async () => {
    const [first, second] = [Number((await add({}))?.stock_number), Number((await add({}))?.stock_number)]
    expect(second).toBe(first + 1)
    await add({ stock_number: String(second + 1) })
    expect((await add({}))?.stock_number).toBe(String(second + 2))
    await expect(add({ stock_number: String(first) })).rejects.toMatchObject({ code: '23505' })
    await db.query(`update public.config set value = 'HR-' where key = 'STOCK_NUMBER_PREFIX'`)
    expect((await add({}))?.stock_number).toBe(`HR-${second + 3}`)
  })

  test('staff who add a vehicle get a stock number, and customers cannot draw one', async () => {
    const save = `select stock_number from public.save_vehicle('{"title":"T","make":"M","model":"O","year":2020,"price":1,
      "mileage":1,"fuel_type":"Petrol","transmission":"Manual"}', '{}', '{}', '[]')`
    await pretend(db, 'sales', async (tx) => {
      expect((await tx.query<{ stock_number: string }>(save)).rows[0]?.stock_number).toMatch(/\d+$/)
    })
    await pretend(db, 'customer', async (tx) => {
      await expect(tx.query(`select nextval('forecourt.stock_numbers')`)).rejects.toMatchObject({ code: '42501' })
    })
  })
})
