-- What AutoTrader is told may use every column of a vehicle, named as the table names it. The names of before stay for
-- functions that a hosted project deployed earlier.
create or replace function public.find_autotrader_vehicle(_vehicle_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(v) || jsonb_build_object(
    'fuelType', v.fuel_type, 'stockId', v.autotrader_id,
    'features', coalesce((
      select jsonb_agg(f.feature order by f.id) from public.vehicle_features f where f.vehicle_id = v.id), '[]'),
    'specifications', coalesce((
      select jsonb_object_agg(s.spec_key, s.spec_value) from public.vehicle_specifications s
      where s.vehicle_id = v.id), '{}'))
  from public.vehicles v where v.id = _vehicle_id
$$;
