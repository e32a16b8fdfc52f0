// Adds any number of vehicles, for trying out the site at scale. The demo stock is repeated with values that depend
// only on the vehicle's number, so that every run produces the same vehicles and a larger run adds to a smaller one.

import { DEMO_COLUMNS, DEMO_STOCK, rowOf } from '../../../supabase/demo/stock.ts'
import { POPULAR_MAKES } from '../../../supabase/functions/_shared/makes.ts'
import { storeDemoPictures } from './demo-pictures.ts'
import { addMakes, type SeedDeps } from './seed-demo-stock.ts'

export const MAX_SYNTHETIC_VEHICLES = 1_000_000
const CHUNK = 2000

export async function seedSynthetic(
  { db, storePicture, picturesFolder, say }: SeedDeps,
  count: number,
): Promise<number> {
  const addresses = await storeDemoPictures({ storePicture, folder: picturesFolder, onProgress: () => {} })
  const templates = JSON.stringify(
    DEMO_STOCK.map((vehicle) => ({
      ...vehicle,
      row: rowOf(vehicle),
      pictures: vehicle.pictures.map((file) => addresses.get(file)),
    })),
  )
  await addMakes(db, POPULAR_MAKES)
  let added = 0
  for (let first = 1; first <= count; first += CHUNK) {
    const last = Math.min(count, first + CHUNK - 1)
    const { rows } = await db.transaction((tx) => tx.query<{ added: number }>(INSERT, [templates, first, last]), {
      timeoutMs: 0,
    })
    added += rows[0]?.added ?? 0
    say(`  ${last} of ${count} vehicles`)
  }
  return added
}

const VARIED: readonly string[] = ['year', 'price', 'mileage', 'featured', 'sold']
const REPEATED = DEMO_COLUMNS.filter((column) => !VARIED.includes(column))

// Small primes vary the year, price and mileage without random numbers. Two in forty vehicles are sold, as in the demo
// stock.
const INSERT = `
with template as (
  select (v ->> 'number')::int as number, v from jsonb_array_elements($1::jsonb) as v
), given as (
  select md5('forecourt-synthetic-' || i)::uuid as id, i, v
  from generate_series($2::int, $3::int) as i join template on number = (i - 1) % 20 + 1
), stocked as (
  insert into public.vehicles (id, ${REPEATED}, year, price, mileage, featured, sold, sold_expiry_date,
    created_at, updated_at)
  select given.id, ${REPEATED.map((column) => `vehicle.${column}`)}, least(vehicle.year, 2024) - i % 7,
    round(vehicle.price::int * (100 - i % 37) / 500.0) * 5, vehicle.mileage + (i * 7919) % 60000,
    i % 40 = 3, i % 40 in (6, 13), case when i % 40 in (6, 13) then current_date + 30 end,
    date_trunc('day', now()) - make_interval(mins => i * 7), date_trunc('day', now()) - make_interval(mins => i * 7)
  from given, jsonb_populate_record(null::public.vehicles, v -> 'row') as vehicle
  on conflict (id) do nothing
  returning id, updated_at
), marked as (
  insert into public.demo_vehicles (vehicle_id, marked_at) select id, updated_at from stocked
), fresh as (
  select given.* from given join stocked using (id)
), pictured as (
  insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order)
  select id, url, position = 1, position - 1
  from fresh, jsonb_array_elements_text(v -> 'pictures') with ordinality as picture (url, position)
), featured as (
  insert into public.vehicle_features (vehicle_id, feature)
  select id, feature from fresh, jsonb_array_elements_text(v -> 'features') with ordinality as listed (feature, position)
  order by i, position
), specified as (
  insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value)
  select id, spec ->> 'spec_key', spec ->> 'spec_value'
  from fresh, jsonb_array_elements(v -> 'specifications') with ordinality as listed (spec, position)
  order by i, position
)
select count(*)::int as added from stocked`
