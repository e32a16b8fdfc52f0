// Fills a new database with the demo dealership once. The pictures are stored first, as uploads would be. Then all rows
// and the marker are written in one transaction. If the work is interrupted, the next start continues where it stopped.

import { DEMO_COLUMNS, DEMO_STOCK, rowOf, SOLD_LISTED_DAYS } from '../../../supabase/demo/stock.ts'
import { POPULAR_MAKES } from '../../../supabase/functions/_shared/makes.ts'
import type { Database, Queryable } from '../db/database.ts'
import { fillDemoDealer } from './demo-dealer.ts'
import { type StorePicture, storeDemoPictures } from './demo-pictures.ts'
import { seedDemoActivity } from './seed-demo-activity.ts'
import { seedDemoRecords } from './seed-demo-records.ts'

export interface SeedDeps {
  db: Database
  storePicture: StorePicture
  /** The path of supabase/demo/pictures. */
  picturesFolder: string
  say(line: string): void
}

/** Marks a database that has the demo stock, or that must never get it. */
export const DEMO_MARKER = 'demo-stock'
/** With this interval, the newest vehicle arrived this morning and the oldest seven weeks ago. */
const HOURS_BETWEEN_ARRIVALS = 59
const PICTURES_PER_LINE = 20

/** Returns whether the database was filled. */
export async function seedDemoStock({ db, storePicture, picturesFolder, say }: SeedDeps): Promise<boolean> {
  if (await isFilled(db)) return false
  say('Adding the demo stock: 20 vehicles with their pictures, and some enquiries ...')
  const addresses = await storeDemoPictures({
    storePicture,
    folder: picturesFolder,
    onProgress: (done, total) => {
      if (done % PICTURES_PER_LINE === 0 || done === total) say(`  ${done} of ${total} pictures`)
    },
  })
  await db.transaction(async (tx) => {
    await addMakes(tx, POPULAR_MAKES)
    await insertVehicles(tx, addresses)
    await seedDemoRecords(tx)
    await fillDemoDealer(tx)
    await seedDemoActivity(tx)
    await tx.query('insert into forecourt.markers (name) values ($1) on conflict do nothing', [DEMO_MARKER])
  })
  say('  The demo stock is ready.')
  return true
}

/** A database with vehicles is not new, even without the marker. */
async function isFilled(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ filled: boolean }>(
    `select exists (select from forecourt.markers where name = $1) or exists (select from public.vehicles) as filled`,
    [DEMO_MARKER],
  )
  return rows[0]?.filled === true
}

export async function addMakes(tx: Queryable, names: readonly string[]): Promise<void> {
  await tx.query(`insert into public.car_makes (name) select unnest($1::text[]) on conflict (name) do nothing`, [names])
}

async function insertVehicles(tx: Queryable, addresses: ReadonlyMap<string, string>): Promise<void> {
  const vehicles = DEMO_STOCK.map((vehicle) => ({
    number: vehicle.number,
    row: rowOf(vehicle),
    features: vehicle.features,
    specifications: vehicle.specifications,
    pictures: vehicle.pictures.map((file) => addresses.get(file)),
    hours_ago: 3 + (vehicle.number - 1) * HOURS_BETWEEN_ARRIVALS,
  }))
  // Inserts vehicles, pictures, features and specifications in one statement, in that order.
  await tx.query(
    `with given as (
      select gen_random_uuid() as id, v.* from jsonb_to_recordset($1::jsonb) as v(
        number int, "row" public.vehicles, hours_ago int, pictures jsonb, features jsonb, specifications jsonb)
    ), stocked as (
      insert into public.vehicles (id, ${DEMO_COLUMNS}, sold_expiry_date, created_at, updated_at)
      select id, ${DEMO_COLUMNS.map((column) => `(given."row").${column}`)},
        case when (given."row").sold then (now() at time zone 'Europe/London')::date + $2::int end,
        now() - make_interval(hours => hours_ago), now() - make_interval(hours => hours_ago / 3)
      from given
      returning id, updated_at
    ), marked as (
      insert into public.demo_vehicles (vehicle_id, marked_at) select id, updated_at from stocked
    ), pictured as (
      insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order)
      select given.id, url, position = 1, position - 1
      from given, jsonb_array_elements_text(given.pictures) with ordinality as picture (url, position)
    ), featured as (
      insert into public.vehicle_features (vehicle_id, feature)
      select given.id, feature
      from given, jsonb_array_elements_text(given.features) with ordinality as listed (feature, position)
      order by number, position
    )
    insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value)
    select given.id, spec ->> 'spec_key', spec ->> 'spec_value'
    from given, jsonb_array_elements(given.specifications) with ordinality as listed (spec, position)
    order by number, position`,
    [JSON.stringify(vehicles), SOLD_LISTED_DAYS],
  )
  // Otherwise the back office would show twenty arrivals at the same time.
  await tx.query(
    `update public.activity a set created_at = v.created_at from public.vehicles v
     where a.vehicle_id = v.id and a.kind = 'vehicle_added'`,
  )
}
