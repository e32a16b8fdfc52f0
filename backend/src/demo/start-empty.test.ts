import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serviceEngines } from '../../test/engines.ts'
import type { Database } from '../db/database.ts'
import { seedDemoStock } from './seed-demo-stock.ts'
import { startEmpty } from './start-empty.ts'

describe.each(serviceEngines)('a site without the demo on $name', ({ open }) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
  })
  afterEach(() => db.close())

  const setting = async (key: string) =>
    (await db.query<{ value: string }>('select value from public.config where key = $1', [key])).rows[0]?.value
  const fill = () =>
    seedDemoStock({ db, storePicture: () => Promise.reject(new Error('filled')), picturesFolder: '', say: () => {} })

  test('a site without the demo has none of the demo dealer’s details and does not get demo data when it restarts', async () => {
    expect(await startEmpty(db)).toBe(true)

    expect(await setting('COMPANY_NAME')).toBe('Your dealership')
    expect(await setting('COMPANY_ADDRESS')).toBe('')
    expect(await setting('PAGES_FAQ')).toBe('[]')
    const { rows } = await db.query(
      `select key from public.config where value ~* 'halden|peterborough|2024|family|warranty'`,
    )
    expect(rows).toEqual([])
    expect(await setting('BRAND_ACCENT')).not.toBe('')
    expect(await fill()).toBe(false)
    const { rows: steps } = await db.query<{ steps: object }>(
      `select set_config('request.jwt.claims', '{"role": "service_role"}', true), public.first_steps() as steps`,
    )
    expect(steps[0]?.steps).toMatchObject({ hasName: false, hasAddress: false, hasHours: false, demoVehicles: 0 })
  })

  test.each([
    ['has started empty before', (tx: Database) => startEmpty(tx)],
    [
      'has an account',
      (tx: Database) => tx.query(`insert into auth.users (id, email) values (gen_random_uuid(), 'a@b.example')`),
    ],
    [
      'has a vehicle',
      (tx: Database) =>
        tx.query(`insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
          values ('Own', 'BMW', 'M4', 2020, 1, 1, 'Petrol', 'Manual')`),
    ],
  ])('a database that %s is not changed', async (_what, before) => {
    await before(db)
    await db.query(`update public.config set value = 'Rowe and Daughters' where key = 'COMPANY_NAME'`)

    expect(await startEmpty(db)).toBe(false)
    expect(await setting('COMPANY_NAME')).toBe('Rowe and Daughters')
  })
})
