-- The state of each vehicle, and reservations.

-- What staff note about a reservation. The vehicle itself holds the last day, which visitors may know. There is a row for
-- each vehicle with such a date: triggers add and delete it, and set who reserved the vehicle and when. If the person is
-- erased, the row goes, because the note is about them, and the vehicle stays reserved until its last day.
create table public.vehicle_reservations (
  vehicle_id uuid primary key references public.vehicles on delete cascade,
  note text not null default '' check (length(note) <= 2000),
  person_id uuid references public.people on delete cascade,
  reserved_by uuid references public.profiles on delete set null,
  reserved_at timestamptz not null default now()
);
alter table public.vehicle_reservations enable row level security;
create index vehicle_reservations_person_id_idx on public.vehicle_reservations (person_id) where person_id is not null;
create index vehicle_reservations_reserved_by_idx on public.vehicle_reservations (reserved_by);

revoke all on public.vehicle_reservations from anon, authenticated;
grant select, update (note, person_id) on public.vehicle_reservations to authenticated;
grant all on public.vehicle_reservations to service_role;

create policy "staff read reservations" on public.vehicle_reservations
  for select to authenticated using ((select public.is_staff()));
create policy "staff change reservations" on public.vehicle_reservations
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create trigger vehicle_reservations_changed after insert or update or delete on public.vehicle_reservations
  for each statement execute function forecourt.notify_change();

-- A sold vehicle is no longer reserved.
create function forecourt.end_reservation_of_sold() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.reserved_until := null;
  return new;
end
$$;
-- Named so that it runs after vehicles_check_dates, which refuses to reserve a sold vehicle.
create trigger vehicles_end_reservation before update on public.vehicles
  for each row when (new.sold and new.reserved_until is not null) execute function forecourt.end_reservation_of_sold();

create function forecourt.keep_reservation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.reserved_until is null then
    delete from public.vehicle_reservations where vehicle_id = new.id;
  else
    insert into public.vehicle_reservations (vehicle_id, reserved_by)
    values (new.id, (select id from public.profiles where id = auth.uid()))
    on conflict (vehicle_id) do nothing;
  end if;
  return null;
end
$$;
revoke all on function forecourt.keep_reservation() from public;
create trigger vehicles_reservation_added after insert on public.vehicles
  for each row when (new.reserved_until is not null) execute function forecourt.keep_reservation();
-- Named so that it runs after vehicles_record_sale_changed, which reads the reservation.
create trigger vehicles_reservation_changed after update on public.vehicles
  for each row when (new.reserved_until is distinct from old.reserved_until) execute function forecourt.keep_reservation();

create function forecourt.reserved_for(_vehicle_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select person_id from public.vehicle_reservations where vehicle_id = _vehicle_id
$$;
revoke all on function forecourt.reserved_for(uuid) from public;

-- Reserves a vehicle, or changes its reservation, with the caller's rights. `_until` null ends the reservation. Refused
-- if the vehicle has changed since `_expected_updated_at`, so that two people cannot reserve it for two buyers.
create function public.reserve_vehicle(
  _vehicle_id uuid, _until date, _note text default '', _person_id uuid default null,
  _expected_updated_at text default null
) returns setof public.vehicles
language plpgsql set search_path = '' as $$
declare
  _vehicle public.vehicles;
begin
  if not forecourt.is_trusted_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  select * into _vehicle from public.vehicles where id = _vehicle_id for update;
  if not found then
    raise exception 'Vehicle not found' using errcode = 'PT404';
  end if;
  if _vehicle.updated_at <> _expected_updated_at::timestamptz then
    raise exception 'This vehicle was changed by someone else' using errcode = 'PT409';
  end if;
  update public.vehicles set reserved_until = _until where id = _vehicle_id;
  if _until is not null then
    update public.vehicle_reservations set note = trim(coalesce(_note, '')), person_id = _person_id
    where vehicle_id = _vehicle_id;
  end if;
  return query select * from public.vehicles where id = _vehicle_id;
end
$$;
revoke all on function public.reserve_vehicle(uuid, date, text, uuid, text) from public, anon;
grant execute on function public.reserve_vehicle(uuid, date, text, uuid, text) to authenticated, service_role;

-- A reservation ends by itself, because everything compares its last day with today. This job then removes the date, so
-- that AutoTrader is told, and the note.
create function forecourt.end_past_reservations() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _ended integer;
begin
  update public.vehicles set reserved_until = null where reserved_until < forecourt.london_today();
  get diagnostics _ended = row_count;
  return _ended;
end
$$;
revoke all on function forecourt.end_past_reservations() from public;

-- The rule for the states. Without `set search_path`, Postgres can inline the function.
create function forecourt.state_on(_vehicle public.vehicles, _lacks_picture boolean, _today date) returns text
language sql immutable as $$
  select case
    when _vehicle.hidden then 'Draft'
    when _vehicle.sold and _vehicle.sold_expiry_date < _today then 'Expired'
    when _vehicle.sold then 'Sold'
    when _vehicle.reserved_until >= _today then 'Reserved'
    when _lacks_picture then 'No picture'
    else 'Listed'
  end
$$;
revoke all on function forecourt.state_on(public.vehicles, boolean, date) from public;
grant execute on function forecourt.state_on(public.vehicles, boolean, date) to authenticated, service_role;

-- A vehicle's state, as a computed column. Only staff see vehicles_without_picture, so to customers a vehicle without a
-- picture is 'Listed'.
create function public.vehicle_state(_vehicle public.vehicles) returns text
language sql stable set search_path = '' as $$
  select forecourt.state_on(_vehicle,
    exists (select from public.vehicles_without_picture w where w.id = _vehicle.id), forecourt.london_today())
$$;
revoke all on function public.vehicle_state(public.vehicles) from public, anon;
grant execute on function public.vehicle_state(public.vehicles) to authenticated, service_role;

-- All vehicles, for staff. With row-level security, Postgres may use neither the indexes for pattern matches nor column
-- statistics, because testing a pattern could reveal rows that the reader may not see. This view therefore runs with its
-- owner's rights. Its only condition on the reader does not depend on the row, so Postgres tests it once, before it reads
-- any row, whatever else a query asks. The whole row is one column, so that the view has every new column of `vehicles`.
create view forecourt.stock as
  select v as vehicle from public.vehicles v
  where v.removed_at is null and (select public.is_staff() or auth.role() = 'service_role');
revoke all on forecourt.stock from public, anon, authenticated, service_role;
grant select on forecourt.stock to authenticated, service_role;

-- The vehicles in a state, or in any, for the lists and searches of the back office. What follows from the state is said
-- again, because Postgres can use indexes for it, although only if it knows the state when it plans: call this with GET.
-- Today is an aggregate, so that Postgres computes it once rather than per row, and leaves the join out if it is not used.
create function public.stock_list(_state text default null) returns setof public.vehicles
language sql stable as $$
  select (s.vehicle).* from forecourt.stock s left join public.vehicles_without_picture w on w.id = (s.vehicle).id
  left join (select max(forecourt.london_today()) as day) today on true
  where _state is null or forecourt.state_on(s.vehicle, w.id is not null, today.day) = _state
    and ((s.vehicle).hidden or _state <> 'Draft')
    and ((s.vehicle).sold or _state not in ('Sold', 'Expired'))
    and ((s.vehicle).reserved_until is not null or _state <> 'Reserved')
    and (w.id is not null or _state <> 'No picture')
$$;
revoke all on function public.stock_list(text) from public, anon;
grant execute on function public.stock_list(text) to authenticated, service_role;
