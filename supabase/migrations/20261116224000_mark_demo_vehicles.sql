-- The vehicles that came with the demo or were added as test vehicles, so that they can go again in one step. `marked_at` is the
-- vehicle's own `updated_at` of that moment: one that differs was edited since.
create table public.demo_vehicles (
  vehicle_id uuid primary key references public.vehicles on delete cascade,
  marked_at timestamptz not null
);
alter table public.demo_vehicles enable row level security;
revoke all on public.demo_vehicles from anon, authenticated;
grant select, insert, update, delete on public.demo_vehicles to authenticated, service_role;
create policy "admins manage the marks of demo vehicles" on public.demo_vehicles
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

-- Deleting a vehicle looks for its test drives, closed ones too.
create index test_drives_vehicle_id_idx on public.test_drives (vehicle_id);

-- One that was edited or asked about has become the dealer's own, and goes only by name.
create view public.demo_stock with (security_invoker = true) as
  select v.id, v.title, v.updated_at <> d.marked_at as is_edited, coalesce(l.leads, 0) as leads,
    v.updated_at <> d.marked_at or l.leads is not null as is_used
  from public.demo_vehicles d
  join public.vehicles v on v.id = d.vehicle_id
  left join (
    select vehicle_id, count(*)::integer as leads
    from (select vehicle_id from public.enquiries union all select vehicle_id from public.test_drives) as asked
    where vehicle_id is not null group by vehicle_id
  ) as l on l.vehicle_id = v.id;
revoke all on public.demo_stock from anon, authenticated;
grant select on public.demo_stock to authenticated, service_role;

-- Some at a time, so that no call holds the tables for long: whoever wants all gone calls until the answer is 0. Deleting is
-- what it always is; pictures, listings and the activity follow by the triggers of the vehicle.
create function public.remove_demo_vehicles(_also uuid[] default '{}') returns integer
language plpgsql set search_path = '' as $$
declare
  _removed integer;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from public.vehicles where id in (
    select id from public.demo_stock where not is_used or id = any (_also) limit 250
  );
  get diagnostics _removed = row_count;
  return _removed;
end
$$;
revoke all on function public.remove_demo_vehicles(uuid[]) from public, anon;
grant execute on function public.remove_demo_vehicles(uuid[]) to authenticated, service_role;

-- As before, and marked.
create or replace function public.seed_vehicle(_vehicle jsonb, _images text[], _features text[], _specifications jsonb)
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
