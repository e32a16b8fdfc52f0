-- The demo stock with its invented leads, and how they are removed.

-- Marks the vehicles in the demo stock, so that they can be removed in one step. `marked_at` is the vehicle's
-- `updated_at` from when it was marked: if the two now differ, the vehicle has been edited.
create table public.demo_vehicles (
  vehicle_id uuid primary key references public.vehicles on delete cascade,
  marked_at timestamptz not null,
  -- The selection that the admin was asked to confirm. It is stored so that exactly those vehicles are removed; a new
  -- selection replaces it.
  removal uuid
);
alter table public.demo_vehicles enable row level security;
create index demo_vehicles_removal_idx on public.demo_vehicles (removal) where removal is not null;

revoke all on public.demo_vehicles from anon, authenticated;
grant select (vehicle_id) on public.demo_vehicles to anon;
grant select, insert, update, delete on public.demo_vehicles to authenticated, service_role;

-- A vehicle page, which is read as a visitor, shows example features and specifications only for demo vehicles.
create policy "visitors see which vehicles are demo vehicles" on public.demo_vehicles
  for select to anon using (exists (select from public.vehicles v where v.id = vehicle_id));
create policy "admins manage the marks of demo vehicles" on public.demo_vehicles
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger demo_vehicles_changed after insert or update or delete on public.demo_vehicles
  for each statement execute function forecourt.notify_change();

-- A vehicle that has been edited or has leads is treated as the dealer's own, and is removed only if selected explicitly.
create view public.demo_stock with (security_invoker = true) as
  select v.id, v.title, v.updated_at <> d.marked_at as is_edited, coalesce(l.leads, 0) as leads,
    v.updated_at <> d.marked_at or l.leads is not null as is_used
  from public.demo_vehicles d
  join public.vehicles v on v.id = d.vehicle_id
  left join (
    select vehicle_id, count(*)::integer as leads
    from public.lead_desk where vehicle_id is not null and not is_demo group by vehicle_id
  ) as l on l.vehicle_id = v.id;
revoke all on public.demo_stock from anon, authenticated;
grant select on public.demo_stock to authenticated, service_role;

-- Selects all unused demo vehicles and those in _also. Returns how many vehicles and pictures would be removed. The demo's
-- leads go with them, however many vehicles are kept.
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
      join public.vehicle_images using (vehicle_id) where removal = _removal),
    'leads', (select count(*) from public.lead_desk where is_demo));
end
$$;

-- Removes the demo's leads, and its people unless they have sent a real lead in the meantime.
create function forecourt.remove_demo_activity() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _kind forecourt.lead_kinds;
  _ids uuid[];
begin
  if not (public.is_admin() or coalesce(auth.role(), '') not in ('anon', 'authenticated')) then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  for _kind in select * from forecourt.lead_kinds loop
    _ids := array(select lead_id from public.lead_desk where kind = _kind.kind and is_demo);
    delete from public.activity where subject_id = any (_ids);
    execute format('delete from public.%I where id = any ($1)', _kind.table_name) using _ids;
  end loop;
  delete from public.people where is_demo and not exists (
    select from public.lead_desk d join public.people p on p.id = d.person_id where p.root_id = people.root_id);
end
$$;
revoke all on function forecourt.remove_demo_activity() from public;
grant execute on function forecourt.remove_demo_activity() to authenticated, service_role;

create function public.remove_demo_vehicles(_removal uuid, _also uuid[] default '{}') returns integer
language plpgsql set search_path = '' as $$
declare
  _removed integer;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  perform forecourt.remove_demo_activity();
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

-- Saves a demo vehicle, which is marked as such and not sent to AutoTrader.
create function public.seed_vehicle(_vehicle jsonb, _images text[], _features text[], _specifications jsonb)
returns setof public.vehicles
language plpgsql set search_path = '' as $$
declare
  _saved public.vehicles;
begin
  perform set_config('forecourt.unlisted', 'on', true);
  select * into _saved from public.save_vehicle(_vehicle, _images, _features, _specifications);
  insert into public.demo_vehicles (vehicle_id, marked_at) values (_saved.id, _saved.updated_at)
  on conflict (vehicle_id) do update set marked_at = excluded.marked_at;
  return next _saved;
end
$$;
revoke all on function public.seed_vehicle(jsonb, text[], text[], jsonb) from public, anon;
grant execute on function public.seed_vehicle(jsonb, text[], text[], jsonb) to authenticated, service_role;
