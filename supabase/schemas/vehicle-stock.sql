-- Since when each vehicle has been in stock, for the back office.

-- One row for each vehicle. `since` is the day on which the vehicle was bought if that is known, or else the day on which
-- it was added; null if it is sold. Only triggers write to this table. It has a table of its own because everyone can read
-- every column of `vehicles`, and only admins can read `vehicle_ledger`: all staff see the days in stock, but not the
-- seller or the price.
create table public.vehicle_stock (
  vehicle_id uuid primary key references public.vehicles on delete cascade,
  since date
);
alter table public.vehicle_stock enable row level security;
create index vehicle_stock_since_idx on public.vehicle_stock (since, vehicle_id);

revoke all on public.vehicle_stock from anon, authenticated, service_role;
grant select on public.vehicle_stock to authenticated, service_role;

create policy "staff see since when vehicles have been in stock" on public.vehicle_stock
  for select to authenticated using ((select public.is_staff()));

-- The caller has locked the vehicles.
create function forecourt.refresh_vehicle_stock(_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.vehicle_stock as s
  select v.id, case when not v.sold then
    coalesce(l.bought_on, (v.created_at at time zone 'Europe/London')::date) end
  from public.vehicles v left join public.vehicle_ledger l on l.vehicle_id = v.id
  where v.id = any (_ids)
  on conflict (vehicle_id) do update set since = excluded.since where s.since is distinct from excluded.since
$$;
revoke all on function forecourt.refresh_vehicle_stock(uuid[]) from public;

create function forecourt.stock_saved_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.refresh_vehicle_stock(array(select id from saved));
  return null;
end
$$;
create trigger vehicles_stock_added after insert on public.vehicles
  referencing new table as saved for each statement execute function forecourt.stock_saved_vehicles();
create trigger vehicles_stock_changed after update on public.vehicles
  referencing new table as saved for each statement execute function forecourt.stock_saved_vehicles();

create function forecourt.stock_vehicles_of_ledger() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _ids constant uuid[] := array(select vehicle_id from changed);
begin
  -- So that this and a simultaneous change to the vehicle each see the other's result.
  perform from public.vehicles where id = any (_ids) order by id for no key update;
  perform forecourt.refresh_vehicle_stock(_ids);
  return null;
end
$$;
create trigger vehicle_ledger_stock_added after insert on public.vehicle_ledger
  referencing new table as changed for each statement execute function forecourt.stock_vehicles_of_ledger();
create trigger vehicle_ledger_stock_changed after update on public.vehicle_ledger
  referencing new table as changed for each statement execute function forecourt.stock_vehicles_of_ledger();
-- For the vehicle that an entry is moved away from.
create trigger vehicle_ledger_stock_left after update on public.vehicle_ledger
  referencing old table as changed for each statement execute function forecourt.stock_vehicles_of_ledger();
create trigger vehicle_ledger_stock_removed after delete on public.vehicle_ledger
  referencing old table as changed for each statement execute function forecourt.stock_vehicles_of_ledger();
