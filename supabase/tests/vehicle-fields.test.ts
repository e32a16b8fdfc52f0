import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVehicleValues } from '#app/features/admin/vehicle-form/vehicle-defaults.ts'
import {
  FIELD_NAMES,
  toFormValues,
  toSaveArguments,
  type VehicleFormValues,
  vehicleFormSchema,
} from '#app/features/admin/vehicle-form/vehicle-form.schema.ts'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { FACTS } from '../functions/_shared/vehicle-facts.ts'
import { createCast, pretend, pretendAfter, VEHICLE } from './cast.ts'

type Row = Parameters<typeof toFormValues>[0] & Record<string, unknown> & { id: string }

/** Values for form fields. Each field gets the first value that its rule accepts, so a new field needs no change here. */
const CANDIDATES = [
  ...['2001', '2002', '3', '4', 'Petrol', 'Diesel', 'Manual', 'Automatic', '2098-01-01', '2099-01-01', true],
  ...['https://example.com/a', 'https://example.com/b'],
  ...Object.values(FACTS).flatMap((fact) => ('options' in fact ? fact.options : [])),
]

/** A form with every field filled in. Forms 0 and 1 differ in every field except checkboxes. */
function filled(which: 0 | 1, changes: Partial<VehicleFormValues> = {}): VehicleFormValues {
  const { shape } = vehicleFormSchema()
  const fields = FIELD_NAMES.map((name) => {
    const taken = CANDIDATES.filter((value) => shape[name].safeParse(value).success)
    expect(taken, `no candidate is good for ${name}`).not.toEqual([])
    return [name, taken[which] ?? taken[0]]
  })
  const images = [
    { image_url: `/${which}.webp`, caption: `Picture ${which}` },
    { image_url: '/more.webp', caption: '' },
  ]
  return { ...newVehicleValues({ withExamples: true }), ...Object.fromEntries(fields), images, ...changes }
}

async function saveAndLoad(tx: Queryable, values: VehicleFormValues, id?: string): Promise<Row> {
  const given = toSaveArguments(vehicleFormSchema().parse(values), id)
  const { rows } = await tx.query<{ id: string }>('select id from public.save_vehicle($1, $2, $3, $4, null, $5)', [
    given._vehicle,
    given._images,
    given._features,
    JSON.stringify(given._specifications),
    given._captions,
  ])
  return load(tx, rows[0]?.id)
}

async function load(tx: Queryable, id: string | undefined): Promise<Row> {
  const { rows } = await tx.query<{ row: Row }>(
    `select to_jsonb(v) || jsonb_build_object('asking_price', v.asking_price,
       'vehicle_images', (select coalesce(jsonb_agg(i order by display_order), '[]') from public.vehicle_images i
         where i.vehicle_id = v.id),
       'vehicle_features', (select coalesce(jsonb_agg(f order by f.id), '[]') from public.vehicle_features f
         where f.vehicle_id = v.id),
       'vehicle_specifications', (select coalesce(jsonb_agg(s order by s.id), '[]')
         from public.vehicle_specifications s where s.vehicle_id = v.id)) as row
     from public.vehicles v where id = $1`,
    [id],
  )
  return rows[0]?.row as Row
}

describe.each(serviceEngines)('vehicle fields on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const keptColumns = async () =>
    (await db.query<{ kept: string[] }>('select forecourt.kept_vehicle_columns() as kept')).rows[0]?.kept ?? []

  test('every column is either in the form or set by the database', async () => {
    const { rows } = await db.query<{ name: string }>(
      `select column_name::text as name from information_schema.columns
       where table_schema = 'public' and table_name = 'vehicles'`,
    )

    expect(rows.map(({ name }) => name).toSorted()).toEqual([...FIELD_NAMES, ...(await keptColumns())].toSorted())
  })

  test('every form field is the same after saving and loading, for new and edited vehicles', async () => {
    await pretend(db, 'admin', async (tx) => {
      const forSale = filled(0, { sold: false, sold_expiry_date: '' })
      const added = await saveAndLoad(tx, forSale)
      expect(toFormValues(added)).toEqual(forSale)

      const sold = filled(1, { sold: true, sold_expiry_date: '2099-01-01', featured: false })
      const edited = await saveAndLoad(tx, sold, added.id)
      expect(toFormValues(edited)).toEqual(sold)
    })
  })

  test('columns that the database sets cannot be set by an admin', async () => {
    const values = {
      id: VEHICLE.listed,
      created_at: '2001-01-01T00:00:00Z',
      updated_at: '2001-01-01T00:00:00Z',
      autotrader_id: 'forged',
      stock_number: 'forged',
      meets_ulez: true,
      removed_at: '2001-01-01T00:00:00Z',
      reserved_until: '2099-01-01',
    }
    expect(Object.keys(values).toSorted()).toEqual((await keptColumns()).toSorted())

    await pretend(db, 'admin', async (tx) => {
      const save = async (vehicle: object) =>
        (await tx.query<Row>('select * from public.save_vehicle($1, null, null, null)', [vehicle])).rows[0]
      const before = await load(tx, VEHICLE.listed)
      await save(values)
      const after = await load(tx, VEHICLE.listed)
      expect(after).toEqual({ ...before, updated_at: after.updated_at })
      expect(String(after.updated_at) > String(before.updated_at)).toBe(true)

      const { _vehicle } = toSaveArguments(vehicleFormSchema().parse(filled(0, { sold: false })))
      const added = await save({ ..._vehicle, ...values, id: null })
      const kept = await load(tx, added?.id)
      expect(kept.id).not.toBe(VEHICLE.listed)
      expect(kept.autotrader_id).toBeNull()
      expect(kept.stock_number).toMatch(/^\d+$/)
      for (const time of [kept.created_at, kept.updated_at]) expect(String(time) > '2026').toBe(true)
    })
  })

  test('save_vehicle needs no change to save a new column, and uses the column’s default if no value is given', async () => {
    const added = `alter table public.vehicles add column added_tomorrow text not null default 'none',
      add column "Odd ""name""" text, add column shout text generated always as (upper(title)) stored`
    await pretendAfter(db, added, 'admin', async (tx) => {
      const { _vehicle } = toSaveArguments(vehicleFormSchema().parse(filled(0, { sold: false })))
      const save = async (vehicle: object) => {
        const { rows } = await tx.query<Row>(
          'select id, added_tomorrow, "Odd ""name""" as odd, shout from public.save_vehicle($1, null, null, null)',
          [vehicle],
        )
        return rows[0] as Row
      }

      expect(await save(_vehicle)).toMatchObject({ added_tomorrow: 'none', odd: null, shout: '2001' })
      const { id } = await save({ ..._vehicle, added_tomorrow: 'some', 'Odd "name"': 'x' })
      expect(await save({ id, title: 'b' })).toEqual({ id, added_tomorrow: 'some', odd: 'x', shout: 'B' })
      expect(await save({ id, added_tomorrow: 'other' })).toMatchObject({ added_tomorrow: 'other' })
    })
  })
})
