-- What a dealer knows about a vehicle but does not publish. Everyone can read every column of `vehicles`, so these facts
-- have tables of their own. Money is in whole pence, up to the largest price that `vehicles` can hold.

-- Upper case letters and digits only, as registrations and VINs are compared; null if nothing is left.
create function forecourt.plain_code(_text text) returns text
language sql immutable set search_path = '' as $$
  select nullif(regexp_replace(upper(_text), '[^A-Z0-9]', '', 'g'), '')
$$;

-- Imports, trade plates and old chassis numbers follow no pattern, so only the lengths are limited. The form warns about
-- unusual values.
create table public.vehicle_identity (
  vehicle_id uuid primary key references public.vehicles on delete cascade,
  registration text check (length(registration) between 1 and 15),
  vin text check (length(vin) between 1 and 30),
  -- Whether buyers see the registration on the vehicle's page.
  show_registration boolean not null default false
);
alter table public.vehicle_identity enable row level security;

revoke all on public.vehicle_identity from anon, authenticated;
grant select (vehicle_id, registration) on public.vehicle_identity to anon;
grant select, insert, update, delete on public.vehicle_identity to authenticated;
grant all on public.vehicle_identity to service_role;

-- The vehicle page is read as a visitor. Signed-in users have no such policy, because they have a grant for the VIN too.
create policy "visitors see registrations that the dealer shows" on public.vehicle_identity
  for select to anon using (show_registration and exists (select from public.vehicles v where v.id = vehicle_id));
create policy "staff read identities" on public.vehicle_identity
  for select to authenticated using ((select public.is_staff()));
create policy "staff add identities" on public.vehicle_identity
  for insert to authenticated with check ((select public.is_staff()));
create policy "staff change identities" on public.vehicle_identity
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "admins delete identities" on public.vehicle_identity
  for delete to authenticated using ((select public.is_admin()));

create function forecourt.tidy_identity() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.registration := forecourt.plain_code(new.registration);
  new.vin := forecourt.plain_code(new.vin);
  return new;
end
$$;
-- For vehicles_by_code.
create index vehicle_identity_registration_idx on public.vehicle_identity using gin (registration extensions.gin_trgm_ops);
create index vehicles_stock_number_search_idx on public.vehicles
  using gin (forecourt.plain_code(stock_number) extensions.gin_trgm_ops);

-- The ids of the vehicles whose registration or stock number contains a text, for the search of the back office, shortest
-- first. Spaces, hyphens and case do not matter. A text of one or two characters must be the whole code, because the
-- indexes need three. Runs as the owner, because with row-level security Postgres could not use the indexes.
create function public.vehicles_by_code(_text text) returns setof uuid
language plpgsql stable security definer rows 10 set search_path = '' as $$
declare
  _code constant text := forecourt.plain_code(left(_text, 100));
  _pattern constant text := case when length(_code) < 3 then _code else '%' || _code || '%' end;
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  return query
    select found.id from (
      select i.vehicle_id as id, i.registration as code from public.vehicle_identity i where i.registration like _pattern
      union all
      select v.id, v.stock_number from public.vehicles v where forecourt.plain_code(v.stock_number) like _pattern
    ) as found
    group by found.id order by min(length(found.code)), found.id limit 50;
end
$$;
revoke all on function public.vehicles_by_code(text) from public, anon;
grant execute on function public.vehicles_by_code(text) to authenticated, service_role;

create trigger vehicle_identity_tidy before insert or update on public.vehicle_identity
  for each row execute function forecourt.tidy_identity();
create trigger vehicle_identity_changed after insert or update or delete on public.vehicle_identity
  for each statement execute function forecourt.notify_change();

-- `bought_from` is text, because a car may come from an auction or another dealer. It stays if a person is erased: the
-- stock book must name the seller for six years.
create table public.vehicle_ledger (
  vehicle_id uuid primary key references public.vehicles on delete cascade,
  bought_from text check (length(bought_from) between 1 and 200),
  bought_on date,
  bought_for_pence bigint check (bought_for_pence between 0 and 999999999999),
  target_price_pence bigint check (target_price_pence between 0 and 999999999999)
);
alter table public.vehicle_ledger enable row level security;

revoke all on public.vehicle_ledger from anon, authenticated;
grant select, insert, update, delete on public.vehicle_ledger to authenticated;
grant all on public.vehicle_ledger to service_role;

create policy "admins manage the ledger" on public.vehicle_ledger
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger vehicle_ledger_changed after insert or update or delete on public.vehicle_ledger
  for each statement execute function forecourt.notify_change();

-- What was spent on a vehicle, or refunded, in order of id.
create table public.vehicle_costs (
  id bigint primary key generated always as identity,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  what text not null check (length(trim(what)) between 1 and 200),
  amount_pence bigint not null check (abs(amount_pence) <= 999999999999),
  spent_on date
);
alter table public.vehicle_costs enable row level security;
create index vehicle_costs_vehicle_id_idx on public.vehicle_costs (vehicle_id);

revoke all on public.vehicle_costs from anon, authenticated;
grant select, insert, update, delete on public.vehicle_costs to authenticated;
grant all on public.vehicle_costs to service_role;

create policy "admins manage costs" on public.vehicle_costs
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger vehicle_costs_changed after insert or update or delete on public.vehicle_costs
  for each statement execute function forecourt.notify_change();

-- Marking a vehicle as sold adds its sale with the price and the date, for an admin to complete. Later changes to the
-- vehicle do not change it. `is_prefilled` until an admin has changed it, and incomplete while there is no channel: a buyer
-- may stay unknown.
create table public.vehicle_sales (
  vehicle_id uuid primary key references public.vehicles on delete cascade,
  price_pence bigint not null check (price_pence between 0 and 999999999999),
  sold_on date not null default forecourt.london_today(),
  -- Null if it is not known, or once the person has been erased: the sale itself must be kept for six years.
  buyer_id uuid references public.people on delete set null,
  channel text check (channel in ('Showroom', 'Website', 'AutoTrader', 'Other website', 'Telephone', 'Trade', 'Auction')),
  is_prefilled boolean not null default false
);
alter table public.vehicle_sales enable row level security;
create index vehicle_sales_buyer_id_idx on public.vehicle_sales (buyer_id) where buyer_id is not null;
create index vehicle_sales_incomplete_idx on public.vehicle_sales (vehicle_id) where channel is null;

revoke all on public.vehicle_sales from anon, authenticated;
grant select, insert, update, delete on public.vehicle_sales to authenticated;
grant all on public.vehicle_sales to service_role;

create policy "admins manage sales" on public.vehicle_sales
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger vehicle_sales_changed after insert or update or delete on public.vehicle_sales
  for each statement execute function forecourt.notify_change();

create function forecourt.complete_sale() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_prefilled := false;
  return new;
end
$$;
create trigger vehicle_sales_complete before update on public.vehicle_sales
  for each row when ((new.price_pence, new.sold_on, new.buyer_id, new.channel)
    is distinct from (old.price_pence, old.sold_on, old.buyer_id, old.channel))
  execute function forecourt.complete_sale();

-- Sales staff mark vehicles as sold, but cannot write to `vehicle_sales` themselves. The buyer is probably the person
-- whom the vehicle was reserved for.
create function forecourt.record_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.sold then
    insert into public.vehicle_sales (vehicle_id, price_pence, buyer_id, is_prefilled)
    values (new.id, round(public.asking_price(new) * 100), forecourt.reserved_for(new.id), true)
    on conflict (vehicle_id) do nothing;
  else
    -- A sale that an admin has completed stays, for example if a buyer has withdrawn.
    delete from public.vehicle_sales where vehicle_id = new.id and is_prefilled;
  end if;
  return null;
end
$$;
revoke all on function forecourt.record_sale() from public;
create trigger vehicles_record_sale_added after insert on public.vehicles
  for each row when (new.sold) execute function forecourt.record_sale();
create trigger vehicles_record_sale_changed after update of sold on public.vehicles
  for each row when (new.sold <> old.sold) execute function forecourt.record_sale();

-- Saves the parts of the record that are given, with the caller's rights.
create function forecourt.save_record(_vehicle public.vehicles, _record jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  _identity constant public.vehicle_identity := jsonb_populate_record(null::public.vehicle_identity, _record -> 'identity');
  _ledger constant public.vehicle_ledger := jsonb_populate_record(null::public.vehicle_ledger, _record -> 'ledger');
  _sale constant public.vehicle_sales := jsonb_populate_record(null::public.vehicle_sales, _record -> 'sale');
begin
  if _record ? 'identity' then
    insert into public.vehicle_identity (vehicle_id, registration, vin, show_registration)
    values (_vehicle.id, _identity.registration, _identity.vin, coalesce(_identity.show_registration, false))
    on conflict (vehicle_id) do update set registration = excluded.registration, vin = excluded.vin,
      show_registration = excluded.show_registration;
  end if;
  if _record ? 'ledger' then
    insert into public.vehicle_ledger (vehicle_id, bought_from, bought_on, bought_for_pence, target_price_pence)
    values (_vehicle.id, _ledger.bought_from, _ledger.bought_on, _ledger.bought_for_pence, _ledger.target_price_pence)
    on conflict (vehicle_id) do update set bought_from = excluded.bought_from, bought_on = excluded.bought_on,
      bought_for_pence = excluded.bought_for_pence, target_price_pence = excluded.target_price_pence;
  end if;
  if _record ? 'costs' then
    delete from public.vehicle_costs where vehicle_id = _vehicle.id;
    insert into public.vehicle_costs (vehicle_id, what, amount_pence, spent_on)
    select _vehicle.id, trim(cost ->> 'what'), (cost ->> 'amount_pence')::bigint, (cost ->> 'spent_on')::date
    from jsonb_array_elements(_record -> 'costs') with ordinality as given (cost, position) order by position;
  end if;
  if _record ? 'sale' then
    insert into public.vehicle_sales (vehicle_id, price_pence, sold_on, buyer_id, channel)
    values (_vehicle.id, coalesce(_sale.price_pence, round(public.asking_price(_vehicle) * 100)),
      coalesce(_sale.sold_on, forecourt.london_today()), _sale.buyer_id, _sale.channel)
    on conflict (vehicle_id) do update set price_pence = excluded.price_pence, sold_on = excluded.sold_on,
      buyer_id = excluded.buyer_id, channel = excluded.channel;
  end if;
end
$$;

-- Saves a vehicle as save_vehicle does, together with the given parts of its record: `identity`, `ledger`, `costs` and
-- `sale`. If one part is refused, nothing is saved.
create function public.save_vehicle_record(
  _vehicle jsonb,
  _images text[],
  _features text[],
  _specifications jsonb,
  _record jsonb,
  _expected_updated_at text default null,
  _captions text[] default null
) returns setof public.vehicles
language plpgsql set search_path = '' as $$
declare
  _saved public.vehicles;
begin
  select * into _saved
  from public.save_vehicle(_vehicle, _images, _features, _specifications, _expected_updated_at, _captions);
  perform forecourt.save_record(_saved, _record);
  return next _saved;
end
$$;
revoke all on function public.save_vehicle_record(jsonb, text[], text[], jsonb, jsonb, text, text[]) from public, anon;
grant execute on function public.save_vehicle_record(jsonb, text[], text[], jsonb, jsonb, text, text[])
  to authenticated, service_role;
