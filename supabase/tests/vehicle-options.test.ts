import { describe, expect, test } from 'vitest'
import { serviceEngines } from '../../backend/test/engines.ts'
import { SALE_CHANNELS } from '../functions/_shared/sale-channels.ts'
import { FUEL_TYPES, TRANSMISSIONS } from '../functions/_shared/vehicle-options.ts'

/** The values that a column's check constraint allows. */
const ALLOWED = `
  select a.attname as column, regexp_replace(word.found[1], '''''', '''', 'g') as word
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
  cross join regexp_matches(pg_get_constraintdef(c.oid), '''((?:[^'']|'''')*)''', 'g') as word (found)
  where c.conrelid in ('public.vehicles'::regclass, 'public.vehicle_sales'::regclass) and c.contype = 'c'
    and a.attname in ('fuel_type', 'transmission', 'channel')`

describe.each(serviceEngines)('vehicle options on $name', ({ open }) => {
  test('fuel types, transmissions and channels of sale are the same in code and in the database', async () => {
    const db = await open()
    const { rows } = await db.query<{ column: string; word: string }>(ALLOWED)
    await db.close()

    const allowed = (column: string) => rows.filter((row) => row.column === column).map(({ word }) => word)
    expect(allowed('fuel_type').toSorted()).toEqual(FUEL_TYPES.toSorted())
    expect(allowed('transmission').toSorted()).toEqual(TRANSMISSIONS.toSorted())
    expect(allowed('channel').toSorted()).toEqual(SALE_CHANNELS.toSorted())
  })
})
