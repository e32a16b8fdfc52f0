-- Prices that buyers have to ask for, the price history of every vehicle, and the "was" price computed from it.
-- docs/decisions/0040-was-prices.md and 0042-price-on-application.md give the reasons for the rules.

-- The price of each vehicle on application. Everyone can read every column of `vehicles`, so its price there is 0. Only
-- withhold_price writes to this table.
create table public.withheld_prices (
  vehicle_id uuid primary key references public.vehicles on delete cascade deferrable initially deferred,
  price numeric(12, 2) not null
);
alter table public.withheld_prices enable row level security;

revoke all on public.withheld_prices from anon, authenticated, service_role;
grant select on public.withheld_prices to authenticated, service_role;

create policy "staff see withheld prices" on public.withheld_prices
  for select to authenticated using ((select public.is_staff()));

-- A price that is written to a vehicle on application moves to withheld_prices before it is stored. Writing 0, as a
-- client does that writes back what it has read, changes nothing. The price returns when it may be published again.
-- The row refers to a vehicle that may not be stored yet, so its foreign key is checked at the end of the transaction.
create function forecourt.withhold_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.price_on_application then
    if new.price > 0 then
      insert into public.withheld_prices as w (vehicle_id, price) values (new.id, new.price)
      on conflict (vehicle_id) do update set price = excluded.price;
      new.price := 0;
    end if;
  elsif tg_op = 'UPDATE' and old.price_on_application then
    if new.price = 0 then
      new.price := coalesce((select w.price from public.withheld_prices w where w.vehicle_id = new.id), 0);
    end if;
    delete from public.withheld_prices where vehicle_id = new.id;
  end if;
  return new;
end
$$;
revoke all on function forecourt.withhold_price() from public;
-- Named so that it runs after vehicles_touch, which would not notice a change of a withheld price.
create trigger vehicles_withhold_price before insert or update on public.vehicles
  for each row execute function forecourt.withhold_price();

-- The price that the dealer asks. Only staff see a withheld one; to others it is 0.
create function public.asking_price(_vehicle public.vehicles) returns numeric
language sql stable set search_path = '' as $$
  select case when _vehicle.price_on_application
    then coalesce((select w.price from public.withheld_prices w where w.vehicle_id = _vehicle.id), 0)
    else _vehicle.price end
$$;
revoke all on function public.asking_price(public.vehicles) from public, anon;
grant execute on function public.asking_price(public.vehicles) to authenticated, service_role;

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

revoke all on public.price_history from anon, authenticated, service_role;
grant select on public.price_history to authenticated, service_role;

create policy "staff see the price history" on public.price_history
  for select to authenticated using ((select public.is_staff()));

-- Whether visitors can find the vehicle on the site, with its price, and buy it.
create function forecourt.is_on_offer(_vehicle public.vehicles) returns boolean
language sql stable as $$
  select not _vehicle.sold and not _vehicle.hidden and not _vehicle.price_on_application and exists (select from public.vehicle_images i where i.vehicle_id = _vehicle.id)
$$;

-- Records the present state of vehicles whose rows the caller has locked. Only the state at the end of a transaction
-- counts: it may remove a vehicle's pictures and add them again, which visitors never see. A row that is as new as this
-- transaction is therefore replaced. It may also come from a transaction that started later and finished first.
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
