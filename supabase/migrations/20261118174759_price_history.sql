-- Records every change of a vehicle's price, and computes the "was" price that cards and vehicle pages show.

set check_function_bodies = off;

drop view public.searched_vehicles;

-- One row for each change of a vehicle's price, or of whether it is on offer; a row is valid until the next one. Only
-- triggers write to this table.
create table public.price_history (
  vehicle_id uuid not null references public.vehicles on delete cascade,
  since timestamptz not null,
  price numeric(12, 2) not null,
  on_offer boolean not null,
  primary key (vehicle_id, since)
);

alter table public.price_history enable row level security;

alter table public.listed_vehicles add column was_price numeric(12, 2), add column was_until date;

-- For use after an import that bypassed the triggers, and only by the owner of the database. A million vehicles take
-- minutes, during which vehicles can be read but not changed.
create or replace function forecourt.rebuild_listed_vehicles() returns bigint
language plpgsql set search_path = '' as $$
declare
  _listed bigint;
begin
  lock table public.vehicles, public.vehicle_images in share row exclusive mode;
  perform forecourt.record_prices(array(select id from public.vehicles));
  -- Counted once at the end: the triggers would hold all rows in memory.
  alter table public.listed_vehicles disable trigger user;
  delete from public.listed_vehicles;
  insert into public.listed_vehicles select * from forecourt.vehicle_listings;
  get diagnostics _listed = row_count;
  alter table public.listed_vehicles enable trigger user;
  perform forecourt.recount_listed_vehicles();
  delete from public.vehicles_without_picture;
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v
  where not exists (select from public.vehicle_images i where i.vehicle_id = v.id);
  perform pg_catalog.pg_notify('forecourt_changes', 'listed_vehicles');
  return _listed;
end
$$;

create or replace function forecourt.refresh_listed_vehicles(_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises changes to a vehicle and to its pictures, so that each sees the other's result.
  perform from public.vehicles where id = any (_ids) order by id for no key update;

  perform forecourt.record_prices(_ids);

  delete from public.listed_vehicles l
  where l.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = l.id);

  insert into public.listed_vehicles as l
  select * from forecourt.vehicle_listings where id = any (_ids)
  on conflict (id) do update set
    make = excluded.make, model = excluded.model, year = excluded.year, price = excluded.price,
    mileage = excluded.mileage, fuel_type = excluded.fuel_type, transmission = excluded.transmission,
    featured = excluded.featured, sold = excluded.sold, listed_until = excluded.listed_until,
    created_at = excluded.created_at, updated_at = excluded.updated_at, search = excluded.search, card = excluded.card,
    was_price = excluded.was_price, was_until = excluded.was_until
  where l is distinct from excluded;

  delete from public.vehicles_without_picture w
  where w.id = any (_ids) and exists (select from public.vehicle_images i where i.vehicle_id = w.id);
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v
  where v.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = v.id)
  on conflict do nothing;
end
$$;

-- The "was" price of a vehicle and the last day on which it may be shown, or no row. The latest change must have cut the
-- price of a vehicle on offer by at least £100 and 1 %. Before the day of the cut, the vehicle must have been on offer at
-- the old price for 28 whole days without a break, so the old price is also the lowest of those days. All changes on the
-- day of the cut count as one, but the price must not have been lower at any time that day. Days are days in London.
--
-- The result changes only when the history does. Without `set search_path`, Postgres can inline the function.
create function forecourt.find_was_price(_vehicle_id uuid) returns table (was_price numeric, was_until date)
language sql stable as $$
  select before.price, cut.day + 27
  from (
    select h.price, h.on_offer, pg_catalog.timezone('Europe/London', h.since)::pg_catalog.date as day
    from public.price_history h where h.vehicle_id = _vehicle_id order by h.since desc limit 1
  ) as cut
  cross join lateral (
    select pg_catalog.timezone('Europe/London', cut.day::pg_catalog.timestamp) as midnight
  ) as cut_day
  cross join lateral (
    select h.price, h.on_offer, pg_catalog.timezone('Europe/London', h.since)::pg_catalog.date as day
    from public.price_history h where h.vehicle_id = _vehicle_id and h.since < cut_day.midnight
    order by h.since desc limit 1
  ) as before
  where cut.on_offer and before.on_offer and before.day < cut.day - 28
    and before.price - cut.price >= greatest(100, before.price / 100)
    and not exists (
      select from public.price_history h
      where h.vehicle_id = _vehicle_id and h.since >= cut_day.midnight and h.on_offer and h.price < cut.price)
$$;

revoke execute on function forecourt.find_was_price from public;

-- Whether visitors can find the vehicle on the site and buy it.
create function forecourt.is_on_offer(_vehicle public.vehicles) returns boolean
language sql stable as $$
  select not _vehicle.sold and exists (select from public.vehicle_images i where i.vehicle_id = _vehicle.id)
$$;

-- Records the present state of vehicles whose rows the caller has locked. Only the state at the end of a transaction
-- counts: saving a vehicle deletes its pictures and adds them again, which visitors never see. A row that is as new as
-- this transaction is therefore replaced. It may also come from a transaction that started later and finished first.
create function forecourt.record_prices(_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.price_history where vehicle_id = any (_ids) and since >= now();
  insert into public.price_history (vehicle_id, since, price, on_offer)
  select v.id, now(), v.price, state.on_offer
  from public.vehicles v
  cross join lateral (select forecourt.is_on_offer(v) as on_offer offset 0) state
  left join lateral (
    select h.price, h.on_offer from public.price_history h where h.vehicle_id = v.id order by h.since desc limit 1
  ) last on true
  where v.id = any (_ids) and (last.price, last.on_offer) is distinct from (v.price, state.on_offer);
end
$$;

revoke execute on function forecourt.record_prices from public;

-- The trigram index needs three characters, and a space counts as one. Terms of one or two letters match only at the
-- start of a word, so every word needs a space before it, including the first. site/app/lib/search-filter.ts builds
-- such patterns.
create or replace view forecourt.vehicle_listings as
  select v.id, v.make, v.model, v.year, v.price, v.mileage, v.fuel_type, v.transmission, v.featured, v.sold,
    case when v.sold then v.sold_expiry_date else 'infinity' end as listed_until, v.created_at, v.updated_at,
    concat_ws(' ', '', names.text, forecourt.search_text(v.description), replace(names.text, ' ', '')) as search,
    jsonb_build_object(
      'title', v.title, 'description', left(v.description, 600), 'sold_expiry_date', v.sold_expiry_date,
      'image', i.image_url, 'placeholder', i.placeholder) as card,
    was.was_price, was.was_until
  from public.vehicles v
  cross join lateral (
    -- `offset 0` makes Postgres compute the value once, although it is used twice.
    select forecourt.search_text(concat_ws(' ', v.title, v.make, v.model)) as text offset 0
  ) names
  cross join lateral (
    select image_url, placeholder from public.vehicle_images
    where vehicle_id = v.id order by is_primary desc, display_order limit 1
  ) i
  left join lateral forecourt.find_was_price(v.id) was on true;

-- For lists, filters and search. Under row-level security, even if the policy is `true`, the planner may not use column
-- statistics for these conditions. It would assume that a word in half of all rows, such as "warranty", is rare, and
-- read and sort every match to show the newest twenty. This view therefore deliberately runs with its owner's rights:
-- all of listed_vehicles is public, and the view is read-only. `total` is the number of all listed vehicles, whatever
-- the filters. It saves the list without filters a second request, and is computed once per statement, if selected.
create view public.searched_vehicles as
  select l.*, (
    select coalesce(sum(c.vehicles), 0)::bigint from forecourt.listed_vehicle_counts c
    where c.make = '' and c.model = '' and c.listed_until >= forecourt.london_today()
  ) as total
  from public.listed_vehicles l;

revoke all on public.searched_vehicles from public, anon, authenticated, service_role;

grant select on public.searched_vehicles to anon, authenticated, service_role;

create policy "staff see the price history" on public.price_history
  for select to authenticated using ((select public.is_staff()));

revoke all on public.price_history from anon, authenticated, service_role;

grant select on public.price_history to authenticated, service_role;

-- The history of existing vehicles starts now: earlier prices are not known.
select forecourt.record_prices(array(select id from public.vehicles));

reset check_function_bodies;
