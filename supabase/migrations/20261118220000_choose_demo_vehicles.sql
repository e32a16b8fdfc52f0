-- Removing the demo stock is asked twice, and what the second question names is what goes: the choice is written down when
-- it is shown. `removal` is the choice that a vehicle belongs to; the next one takes it over.
alter table public.demo_vehicles add column removal uuid;
create index demo_vehicles_removal_idx on public.demo_vehicles (removal) where removal is not null;

-- All that nobody used, and those that are named. Answers what will go, in figures.
create function public.choose_demo_vehicles(_also uuid[] default '{}') returns jsonb
language plpgsql set search_path = '' as $$
declare
  _removal uuid := gen_random_uuid();
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  update public.demo_vehicles set removal = case when chosen.id is null then null else _removal end
  from public.demo_vehicles as marked
  left join public.demo_stock as chosen
    on chosen.id = marked.vehicle_id and (not chosen.is_used or chosen.id = any (_also))
  where demo_vehicles.vehicle_id = marked.vehicle_id;
  return jsonb_build_object(
    'removal', _removal,
    'vehicles', (select count(*) from public.demo_vehicles where removal = _removal),
    'pictures', (
      select count(*) from public.demo_vehicles
      join public.vehicle_images using (vehicle_id) where removal = _removal));
end
$$;

-- Some of the choice at a time, so that no call holds the tables for long: whoever wants all gone calls until the answer is 0.
-- One that was edited or asked about since the choice stays, unless it was named. Deleting is what it always is; pictures,
-- listings and the activity follow by the triggers of the vehicle.
drop function public.remove_demo_vehicles(uuid[]);
create function public.remove_demo_vehicles(_removal uuid, _also uuid[] default '{}') returns integer
language plpgsql set search_path = '' as $$
declare
  _removed integer;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from public.vehicles where id in (
    select stock.id from public.demo_stock as stock
    join public.demo_vehicles as marked on marked.vehicle_id = stock.id
    where marked.removal = _removal and (not stock.is_used or stock.id = any (_also)) limit 250
  );
  get diagnostics _removed = row_count;
  return _removed;
end
$$;
revoke all on function public.choose_demo_vehicles(uuid[]), public.remove_demo_vehicles(uuid, uuid[]) from public, anon;
grant execute on function public.choose_demo_vehicles(uuid[]), public.remove_demo_vehicles(uuid, uuid[])
  to authenticated, service_role;
