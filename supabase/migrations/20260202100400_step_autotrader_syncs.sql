-- The steps of a sync, for the service alone. `next_attempt_at` is also the claim: until then no other process tries.
create function public.begin_autotrader_sync(_vehicle_id uuid, _action text) returns jsonb
language sql set search_path = '' as $$
  insert into public.autotrader_syncs as s (vehicle_id, pending, next_attempt_at)
  values (_vehicle_id, _action, now() + interval '2 minutes')
  on conflict (vehicle_id) do update set pending = excluded.pending, next_attempt_at = excluded.next_attempt_at
  returning jsonb_build_object('vehicleId', s.vehicle_id, 'stockId', s.stock_id, 'sent', s.sent)
$$;

create function public.finish_autotrader_sync(_vehicle_id uuid, _stock_id text, _sent jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  update public.vehicles set autotrader_id = _stock_id where id = _vehicle_id;
  if found then
    update public.autotrader_syncs set stock_id = _stock_id, sent = _sent, pending = null, attempts = 0,
      last_error = null, next_attempt_at = null, updated_at = now()
    where vehicle_id = _vehicle_id;
  else
    -- Nothing is left to remember of a vehicle that is gone here and there.
    delete from public.autotrader_syncs where vehicle_id = _vehicle_id;
  end if;
end
$$;

-- One minute, two, four, up to six hours.
create function public.postpone_autotrader_sync(_vehicle_id uuid, _error text) returns void
language sql set search_path = '' as $$
  update public.autotrader_syncs set attempts = attempts + 1, last_error = _error, updated_at = now(),
    next_attempt_at = now() + least(interval '6 hours', interval '1 minute' * power(2, least(attempts, 10)))
  where vehicle_id = _vehicle_id
$$;

create function public.take_due_autotrader_syncs() returns jsonb
language sql set search_path = '' as $$
  with due as (
    select vehicle_id from public.autotrader_syncs
    where pending is not null and next_attempt_at <= now()
    order by next_attempt_at limit 5 for update skip locked
  ), taken as (
    update public.autotrader_syncs s set next_attempt_at = now() + interval '2 minutes'
    from due where s.vehicle_id = due.vehicle_id
    returning s.vehicle_id, s.pending
  )
  select coalesce(jsonb_agg(jsonb_build_object('vehicleId', vehicle_id, 'action', pending)), '[]') from taken
$$;

create function public.find_autotrader_vehicle(_vehicle_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', v.id, 'title', v.title, 'make', v.make, 'model', v.model, 'year', v.year, 'price', v.price,
    'mileage', v.mileage, 'fuelType', v.fuel_type, 'transmission', v.transmission, 'description', v.description,
    'sold', v.sold, 'stockId', v.autotrader_id,
    'features', coalesce((
      select jsonb_agg(f.feature order by f.id) from public.vehicle_features f where f.vehicle_id = v.id), '[]'),
    'specifications', coalesce((
      select jsonb_object_agg(s.spec_key, s.spec_value) from public.vehicle_specifications s
      where s.vehicle_id = v.id), '{}'))
  from public.vehicles v where v.id = _vehicle_id
$$;

create function public.read_autotrader_setting() returns text
language sql stable set search_path = '' as $$
  select value from public.config where key = 'EnableAutoTrader'
$$;

do $$
declare
  _step text;
begin
  foreach _step in array array[
    'begin_autotrader_sync(uuid, text)', 'finish_autotrader_sync(uuid, text, jsonb)',
    'postpone_autotrader_sync(uuid, text)', 'take_due_autotrader_syncs()', 'find_autotrader_vehicle(uuid)',
    'read_autotrader_setting()'
  ] loop
    execute format('revoke execute on function public.%s from public, anon, authenticated', _step);
    execute format('grant execute on function public.%s to service_role', _step);
  end loop;
end
$$;
