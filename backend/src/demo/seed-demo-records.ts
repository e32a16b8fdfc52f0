import { DEMO_RECORDS } from '../../../supabase/demo/records.ts'
import type { Queryable } from '../db/database.ts'

/**
 * Adds registrations and invented purchases to the demo vehicles. Triggers have added the sales with
 * today's date; they are replaced by sales on the day that the back office shows.
 */
export async function seedDemoRecords(tx: Queryable): Promise<void> {
  await tx.query(
    `with given as (
      select v.id, v.created_at, r.* from jsonb_to_recordset($1::jsonb) as r(title text, registration text,
        bought_from text, bought_days_before int, bought_for_pence bigint, target_price_pence bigint, costs jsonb)
      join public.vehicles v using (title)
      join public.demo_vehicles d on d.vehicle_id = v.id
    ), identified as (
      insert into public.vehicle_identity (vehicle_id, registration) select id, registration from given
    ), bought as (
      insert into public.vehicle_ledger (vehicle_id, bought_from, bought_on, bought_for_pence, target_price_pence)
      select id, bought_from, created_at::date - bought_days_before, bought_for_pence, target_price_pence from given
    )
    insert into public.vehicle_costs (vehicle_id, what, amount_pence, spent_on)
    select given.id, cost ->> 'what', (cost ->> 'amount_pence')::bigint, created_at::date - 1
    from given, jsonb_array_elements(costs) with ordinality as listed (cost, position) order by given.id, position`,
    [JSON.stringify(DEMO_RECORDS)],
  )
  await tx.query('delete from public.vehicle_sales where vehicle_id in (select vehicle_id from public.demo_vehicles)')
  await tx.query(
    `insert into public.vehicle_sales (vehicle_id, price_pence, sold_on, is_prefilled)
     select v.id, round(v.price * 100), (v.updated_at at time zone 'Europe/London')::date, true
     from public.vehicles v join public.demo_vehicles d on d.vehicle_id = v.id where v.sold`,
  )
}
