set check_function_bodies = off;

drop view forecourt.vehicle_listings;
drop view public.searched_vehicles;

alter table public.listed_vehicles add column reserved_until date;
alter table public.vehicles add column price_on_application boolean not null default false;
alter table public.vehicles add column reserved_until date;
alter table public.vehicles add constraint vehicles_price_on_application_is_withheld check (not price_on_application or price = 0);
alter table public.vehicles add constraint vehicles_sold_is_never_reserved check (not sold or reserved_until is null);

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

-- The price of each vehicle on application. Everyone can read every column of `vehicles`, so its price there is 0. Only
-- withhold_price writes to this table.
create table public.withheld_prices (
  vehicle_id uuid primary key references public.vehicles on delete cascade deferrable initially deferred,
  price numeric(12, 2) not null
);

alter table public.withheld_prices enable row level security;

alter table public.listed_vehicles alter column price drop not null;

create index vehicle_reservations_person_id_idx on public.vehicle_reservations (person_id) where person_id is not null;

create index vehicle_reservations_reserved_by_idx on public.vehicle_reservations (reserved_by);

create index vehicles_reserved_idx on public.vehicles (reserved_until) where reserved_until is not null;

-- Rules that depend on today's date apply only to users, and only when they change the column concerned. An expired
-- vehicle can still be edited, and the service and the owner can import or restore old data.
create or replace function forecourt.check_vehicle_dates() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if (tg_op = 'INSERT' or new.year is distinct from old.year)
    and new.year > extract(year from forecourt.london_today()) + 1
  then
    raise exception 'The year cannot be later than next year.' using errcode = '23514';
  end if;
  if new.sold and (tg_op = 'INSERT' or new.sold_expiry_date is distinct from old.sold_expiry_date)
    and new.sold_expiry_date <= forecourt.london_today()
  then
    raise exception 'The sold expiry date must be tomorrow or later.' using errcode = '23514';
  end if;
  if new.reserved_until is not null and (tg_op = 'INSERT' or new.reserved_until is distinct from old.reserved_until) then
    if new.sold or new.hidden then
      raise exception '%', case when new.sold then 'A sold vehicle cannot be reserved.' else 'A draft cannot be reserved.' end
        using errcode = '23514';
    end if;
    if new.reserved_until < forecourt.london_today() then
      raise exception 'The reservation must end today or later.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;

-- The kinds of activity that sales staff work with: leads, people and vehicles. Only admins read about accounts and settings.
create or replace function forecourt.desk_activity_kinds() returns setof text
language sql stable security definer set search_path = '' as $$
  select kind from forecourt.lead_kinds
  union all
  select unnest(array['vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_reserved', 'vehicle_deleted', 'people_merged', 'merge_undone'])
$$;

-- Deletes people of whom nothing is left: no lead, no account, no notes, no answer about marketing and no reservation, in
-- the whole group of those merged.
create or replace function forecourt.forget_empty_people(_people uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.people p where p.root_id in (select root_id from public.people where id = any (_people))
    and not exists (
      select from public.people g where g.root_id = p.root_id and (
        g.user_id is not null or g.notes <> '' or g.marketing_consent is not null
        or exists (select from public.lead_desk d where d.person_id = g.id)
        or exists (select from public.vehicle_reservations r where r.person_id = g.id)))
$$;

-- Whether visitors can find the vehicle on the site, with its price, and buy it.
create or replace function forecourt.is_on_offer(_vehicle public.vehicles) returns boolean
language sql stable as $$
  select not _vehicle.sold and not _vehicle.hidden and not _vehicle.price_on_application and exists (select from public.vehicle_images i where i.vehicle_id = _vehicle.id)
$$;

-- The columns that save_vehicle does not write, because the database or a service sets them. It writes all other
-- columns, including any that are added later.
create or replace function forecourt.kept_vehicle_columns() returns text[]
language sql immutable set search_path = '' as $$
  select array['id', 'created_at', 'updated_at', 'autotrader_id', 'stock_number', 'meets_ulez', 'reserved_until']
$$;

-- Sales staff mark vehicles as sold, but cannot write to `vehicle_sales` themselves. The buyer is probably the person
-- whom the vehicle was reserved for.
create or replace function forecourt.record_sale() returns trigger
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

create or replace function forecourt.record_vehicle_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform forecourt.record_activity('vehicle_added', new.title || ' added', new.id);
  elsif tg_op = 'DELETE' then
    perform forecourt.record_activity('vehicle_deleted', old.title || ' deleted');
  elsif new.sold and not old.sold then
    perform forecourt.record_activity('vehicle_sold', new.title || ' marked as sold', new.id);
  elsif new.reserved_until is distinct from old.reserved_until then
    perform forecourt.record_activity('vehicle_reserved', new.title || coalesce(
      ' reserved until ' || to_char(new.reserved_until, 'DD/MM/YYYY'), ' no longer reserved'), new.id);
  else
    perform forecourt.record_activity('vehicle_updated', new.title || ' updated', new.id);
  end if;
  return null;
end
$$;

create or replace function forecourt.refresh_listed_vehicles(_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises changes to a vehicle and to its pictures, so that each sees the other's result.
  perform from public.vehicles where id = any (_ids) order by id for no key update;

  perform forecourt.record_prices(_ids);

  delete from public.listed_vehicles l
  where l.id = any (_ids) and not exists (select from forecourt.vehicle_listings v where v.id = l.id);

  insert into public.listed_vehicles as l
  select * from forecourt.vehicle_listings where id = any (_ids)
  on conflict (id) do update set
    make = excluded.make, model = excluded.model, year = excluded.year, price = excluded.price,
    mileage = excluded.mileage, fuel_type = excluded.fuel_type, transmission = excluded.transmission,
    featured = excluded.featured, sold = excluded.sold, listed_until = excluded.listed_until,
    created_at = excluded.created_at, updated_at = excluded.updated_at, search = excluded.search, card = excluded.card,
    was_price = excluded.was_price, was_until = excluded.was_until, reserved_until = excluded.reserved_until
  where l is distinct from excluded;

  delete from public.vehicles_without_picture w
  where w.id = any (_ids) and not exists (
    select from public.vehicles v where v.id = w.id and forecourt.lacks_picture(v));
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v where v.id = any (_ids) and forecourt.lacks_picture(v)
  on conflict do nothing;
end
$$;

-- Saves the parts of the record that are given, with the caller's rights.
create or replace function forecourt.save_record(_vehicle public.vehicles, _record jsonb) returns void
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

-- Everything stored about a person, as one document, including the people merged into them.
create or replace function public.export_person(_person_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _max constant integer := 1000;
  _people uuid[] := array(select id from public.people where root_id = _person_id);
  _users uuid[] := array(select user_id from public.people where root_id = _person_id and user_id is not null);
  _emails text[] := array(select email from public.people where root_id = _person_id and email is not null);
  _export jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if cardinality(_people) = 0 then
    raise exception 'Person not found' using errcode = 'PT404';
  end if;
  _export := jsonb_build_object(
    'made_at', now(),
    'most_entries_of_a_list', _max,
    'person', (select jsonb_agg(to_jsonb(p) - 'words' order by p.id = _person_id desc, p.created_at)
      from public.people p where p.root_id = _person_id),
    'leads', coalesce((
      select jsonb_agg(to_jsonb(l) - 'person_id' - 'assignee_id' order by l.created_at desc)
      from (select * from public.inbox where person_id = any (_people) order by created_at desc limit _max) l), '[]'),
    'events', coalesce((
      select jsonb_agg(to_jsonb(e) - 'actor_id' order by e.created_at desc)
      from (
        select lead_events.* from public.lead_events join public.lead_desk using (kind, lead_id)
        where person_id = any (_people) order by created_at desc limit _max
      ) e), '[]'),
    'accounts', coalesce((
      select jsonb_agg(jsonb_build_object('email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at, 'profile', to_jsonb(p)))
      from auth.users u left join public.profiles p on p.id = u.id where u.id = any (_users)), '[]'),
    'saved_vehicles', forecourt.saved_vehicles_of(_users),
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('kind', o.template, 'to', o.recipient, 'status', o.status,
        'created_at', o.created_at, 'sent_at', o.sent_at) order by o.created_at desc)
      from (
        select * from public.email_outbox where recipient = any (_emails) order by created_at desc limit _max
      ) o), '[]'),
    'purchases', coalesce((
      select jsonb_agg(jsonb_build_object('vehicle', v.title, 'stock_number', v.stock_number, 'sold_on', s.sold_on,
        'price_pence', s.price_pence, 'channel', s.channel) order by s.sold_on desc)
      from (select * from public.vehicle_sales where buyer_id = any (_people) order by sold_on desc limit _max) s
      join public.vehicles v on v.id = s.vehicle_id), '[]'),
    'reservations', coalesce((
      select jsonb_agg(jsonb_build_object('vehicle', v.title, 'stock_number', v.stock_number, 'note', r.note,
        'reserved_at', r.reserved_at, 'reserved_until', v.reserved_until) order by r.reserved_at desc)
      from (select * from public.vehicle_reservations where person_id = any (_people) order by reserved_at desc limit _max) r
      join public.vehicles v on v.id = r.vehicle_id), '[]'));
  perform forecourt.record_activity('person_exported',
    forecourt.person_label(people) || ': data exported', null, _person_id) from public.people where id = _person_id;
  return _export;
end
$$;

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

-- A sold vehicle is no longer reserved.
create function forecourt.end_reservation_of_sold() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.reserved_until := null;
  return new;
end
$$;

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

create function forecourt.reserved_for(_vehicle_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select person_id from public.vehicle_reservations where vehicle_id = _vehicle_id
$$;

revoke all on function forecourt.reserved_for(uuid) from public;

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

-- The price that the dealer asks. Only staff see a withheld one; to others it is 0.
create function public.asking_price(_vehicle public.vehicles) returns numeric
language sql stable set search_path = '' as $$
  select case when _vehicle.price_on_application
    then coalesce((select w.price from public.withheld_prices w where w.vehicle_id = _vehicle.id), 0)
    else _vehicle.price end
$$;

revoke all on function public.asking_price(public.vehicles) from public, anon;

grant execute on function public.asking_price(public.vehicles) to authenticated, service_role;

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

-- A vehicle's state, as a computed column. Only staff see vehicles_without_picture, so to customers a vehicle without a
-- picture is 'Listed'.
create function public.vehicle_state(_vehicle public.vehicles) returns text
language sql stable set search_path = '' as $$
  select forecourt.state_on(_vehicle,
    exists (select from public.vehicles_without_picture w where w.id = _vehicle.id), forecourt.london_today())
$$;

revoke all on function public.vehicle_state(public.vehicles) from public, anon;

grant execute on function public.vehicle_state(public.vehicles) to authenticated, service_role;

-- The vehicles in a state, for lists. What follows from the state is said again, because Postgres can use indexes for it,
-- although only if it knows the state when it plans: call this with GET.
create function public.vehicles_in_state(_state text) returns setof public.vehicles
language sql stable as $$
  select v.* from public.vehicles v left join public.vehicles_without_picture w on w.id = v.id
  where forecourt.state_on(v, w.id is not null, forecourt.london_today()) = _state
    and (v.hidden or _state <> 'Draft')
    and (v.sold or _state not in ('Sold', 'Expired'))
    and (v.reserved_until is not null or _state <> 'Reserved')
    and (w.id is not null or _state <> 'No picture')
$$;

revoke all on function public.vehicles_in_state(text) from public, anon;

grant execute on function public.vehicles_in_state(text) to authenticated, service_role;

-- The trigram index needs three characters, and a space counts as one. Terms of one or two letters match only at the
-- start of a word, so every word needs a space before it, including the first. site/app/lib/search-filter.ts builds
-- such patterns.
create view forecourt.vehicle_listings as
  select v.id, v.make, v.model, v.year, case when not v.price_on_application then v.price end as price, v.mileage, v.fuel_type, v.transmission, v.featured, v.sold,
    case when v.sold then v.sold_expiry_date else 'infinity' end as listed_until, v.created_at, v.updated_at,
    concat_ws(' ', '', names.text, forecourt.search_text(v.description), replace(names.text, ' ', '')) as search,
    jsonb_build_object(
      'title', v.title, 'description', left(v.description, 600), 'sold_expiry_date', v.sold_expiry_date,
      'image', i.image_url, 'placeholder', i.placeholder) as card,
    was.was_price, was.was_until, v.reserved_until
  from public.vehicles v
  cross join lateral (
    -- `offset 0` makes Postgres compute the value once, although it is used twice.
    select forecourt.search_text(concat_ws(' ', v.title, v.make, v.model)) as text offset 0
  ) names
  cross join lateral (
    select image_url, placeholder from public.vehicle_images
    where vehicle_id = v.id order by is_primary desc, display_order limit 1
  ) i
  left join lateral forecourt.find_was_price(v.id) was on true
  where not v.hidden;

revoke all on forecourt.vehicle_listings from public, anon, authenticated, service_role;

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

create trigger vehicle_reservations_changed after insert or update or delete on public.vehicle_reservations
  for each statement execute function forecourt.notify_change();

-- Named so that it runs after vehicles_check_dates, which refuses to reserve a sold vehicle.
create trigger vehicles_end_reservation before update on public.vehicles
  for each row when (new.sold and new.reserved_until is not null) execute function forecourt.end_reservation_of_sold();

create trigger vehicles_reservation_added after insert on public.vehicles
  for each row when (new.reserved_until is not null) execute function forecourt.keep_reservation();

-- Named so that it runs after vehicles_record_sale_changed, which reads the reservation.
create trigger vehicles_reservation_changed after update on public.vehicles
  for each row when (new.reserved_until is distinct from old.reserved_until) execute function forecourt.keep_reservation();

-- Named so that it runs after vehicles_touch, which would not notice a change of a withheld price.
create trigger vehicles_withhold_price before insert or update on public.vehicles
  for each row execute function forecourt.withhold_price();

create policy "staff change reservations" on public.vehicle_reservations
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff read reservations" on public.vehicle_reservations
  for select to authenticated using ((select public.is_staff()));

create policy "staff see withheld prices" on public.withheld_prices
  for select to authenticated using ((select public.is_staff()));

revoke all on public.vehicle_reservations from anon, authenticated;

grant select, update (note, person_id) on public.vehicle_reservations to authenticated;

grant all on public.vehicle_reservations to service_role;

revoke all on public.withheld_prices from anon, authenticated, service_role;

grant select on public.withheld_prices to authenticated, service_role;

reset check_function_bodies;
