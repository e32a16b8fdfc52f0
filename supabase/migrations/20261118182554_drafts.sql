set check_function_bodies = off;

drop policy "everyone sees vehicle features" on public.vehicle_features;
drop policy "everyone sees vehicle images" on public.vehicle_images;
drop policy "everyone sees vehicle specifications" on public.vehicle_specifications;
drop policy "everyone sees vehicles" on public.vehicles;
drop policy "visitors see which vehicles are demo vehicles" on public.demo_vehicles;

alter table public.vehicles add column hidden boolean not null default false;

create index vehicles_hidden_idx on public.vehicles (created_at desc) where hidden;

-- Whether visitors can find the vehicle on the site and buy it.
create or replace function forecourt.is_on_offer(_vehicle public.vehicles) returns boolean
language sql stable as $$
  select not _vehicle.sold and not _vehicle.hidden and exists (select from public.vehicle_images i where i.vehicle_id = _vehicle.id)
$$;

-- Runs before every insert and sets the columns that visitors and customers may not set themselves.
create or replace function forecourt.prepare_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  _vehicle record;
  _has_vehicle constant boolean := to_jsonb(new) ? 'vehicle_id';
begin
  new.email := lower(trim(new.email));
  new.name := trim(new.name);
  new.phone := trim(new.phone);
  if _has_vehicle then
    select title, sold into _vehicle from public.vehicles where id = new.vehicle_id;
    -- Copied, because the vehicle may be deleted later.
    new.vehicle_title := coalesce(_vehicle.title, '');
  end if;

  if not forecourt.is_trusted_staff() then
    if _has_vehicle then
      if new.vehicle_id is null then
        raise exception 'Please choose a vehicle.' using errcode = '23502';
      end if;
      -- The caller does not see drafts, and gets the same answer as for an unknown vehicle.
      if _vehicle.title is null then
        raise exception 'This vehicle is no longer available.' using errcode = '23503';
      end if;
      if _vehicle.sold then
        raise exception 'This vehicle has been sold and is no longer available for purchase or test drives.'
          using errcode = 'P0001';
      end if;
    end if;
    if new.status is distinct from (forecourt.lead_kind(tg_table_name)).new_status then
      raise exception 'Only staff may set the status.' using errcode = '42501';
    end if;
    new.created_at := now();
    new.updated_at := now();
    new.answered_at := null;
    -- Never from the request. Null for a guest.
    new.user_id := forecourt.session_user_id();
  elsif new.email = forecourt.own_email() then
    -- Staff can enter leads for customers; only those with their own address belong to them.
    new.user_id := coalesce(new.user_id, forecourt.session_user_id());
  end if;
  return new;
end
$$;

-- For callers that save features and specifications in separate calls.
create or replace function forecourt.queue_listing_of_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if forecourt.lists_vehicles() then
    perform forecourt.queue_listing(v.id, coalesce(s.pending, 'update'), v.autotrader_id)
    from public.vehicles v left join public.autotrader_syncs s on s.vehicle_id = v.id
    where v.id in (select vehicle_id from changed) and not v.sold and not v.hidden;
  end if;
  return null;
end
$$;

create or replace function forecourt.queue_listing_of_vehicle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- Also if the integration is off or the listing is still being created: nothing else knows about it.
    if old.autotrader_id is not null or exists (select from public.autotrader_syncs where vehicle_id = old.id) then
      perform forecourt.queue_listing(old.id, 'delete', old.autotrader_id);
    end if;
  elsif forecourt.lists_vehicles() then
    -- Sold vehicles and drafts have no listing.
    if tg_op = 'INSERT' then
      if not new.hidden then
        perform forecourt.queue_listing(new.id, 'create', new.autotrader_id);
      end if;
    elsif not ((old.sold or old.hidden) and (new.sold or new.hidden)) then
      perform forecourt.queue_listing(
        new.id, case when new.sold or new.hidden then 'delete' when old.sold or old.hidden then 'create' else 'update' end,
        new.autotrader_id);
    end if;
  end if;
  return null;
end
$$;

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
  select v.id from public.vehicles v where forecourt.lacks_picture(v);
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
  where l.id = any (_ids) and not exists (select from forecourt.vehicle_listings v where v.id = l.id);

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
  where w.id = any (_ids) and not exists (
    select from public.vehicles v where v.id = w.id and forecourt.lacks_picture(v));
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v where v.id = any (_ids) and forecourt.lacks_picture(v)
  on conflict do nothing;
end
$$;

-- Saves a vehicle with its pictures, features and specifications in one transaction. Lists passed as null are left
-- unchanged. For a new vehicle, missing columns get their defaults. Runs with the caller's rights, so the policies on
-- the four tables apply.
create or replace function public.save_vehicle(
  _vehicle jsonb,
  _images text[],
  _features text[],
  _specifications jsonb,
  _expected_updated_at text default null
) returns setof public.vehicles
language plpgsql set search_path = '' as $$
declare
  _id uuid := _vehicle ->> 'id';
  _given jsonb;
  -- Always set, because of the rules below.
  _ruled constant text[] := array['description', 'featured', 'sold', 'sold_expiry_date', 'hidden'];
  _row public.vehicles;
begin
  if not forecourt.is_trusted_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;

  _given := _vehicle - forecourt.kept_vehicle_columns();
  if _id is null then
    _given := jsonb_strip_nulls(_given);
  else
    select * into _row from public.vehicles where id = _id for update;
    if not found then
      raise exception 'Vehicle not found' using errcode = 'PT404';
    end if;
    if _row.updated_at <> _expected_updated_at::timestamptz then
      raise exception 'This vehicle was changed by someone else' using errcode = 'PT409';
    end if;
  end if;
  _row := jsonb_populate_record(_row, _given);
  _row.sold := coalesce(_row.sold, false);
  _row.hidden := coalesce(_row.hidden, false);
  _row.featured := coalesce(_row.featured, false) and not _row.sold;
  _row.sold_expiry_date := case when _row.sold then _row.sold_expiry_date end;
  _row.description := coalesce(_row.description, '');

  -- Column names come from the catalogue and are quoted; values are passed as a parameter.
  if _id is null then
    execute (
      select format(
        'insert into public.vehicles (%s) values (%s) returning id',
        string_agg(quote_ident(name), ', '), string_agg('($1).' || quote_ident(name), ', '))
      from unnest(forecourt.entered_vehicle_columns()) as entered (name)
      where _given ? name or name = any (_ruled)
    ) into _row.id using _row;
  else
    -- Changes `updated_at` even if only pictures, features or specifications differ; the trigger sets the value.
    execute (
      select format(
        'update public.vehicles set %s, updated_at = clock_timestamp() where id = ($1).id',
        string_agg(format('%1$I = ($1).%1$I', name), ', '))
      from unnest(forecourt.entered_vehicle_columns()) as entered (name)
    ) using _row;
  end if;
  perform forecourt.save_vehicle_parts(_row.id, _images, _features, _specifications);
  return query select * from public.vehicles where id = _row.id;
end
$$;

create function forecourt.lacks_picture(_vehicle public.vehicles) returns boolean
language sql stable as $$
  select not _vehicle.hidden and not exists (select from public.vehicle_images i where i.vehicle_id = _vehicle.id)
$$;

revoke all on function forecourt.lacks_picture(public.vehicles) from public;

-- For the policies on vehicles. Unlike is_staff, it says nothing about a session that has ended: an error would tell a
-- visitor that there is a draft.
create function forecourt.sees_drafts() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.role() = 'authenticated' and public.is_staff();
exception
  when sqlstate 'PT401' then return false;
end
$$;

revoke all on function forecourt.sees_drafts() from public;

grant execute on function forecourt.sees_drafts() to anon, authenticated, service_role;

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
  left join lateral forecourt.find_was_price(v.id) was on true
  where not v.hidden;

create policy "everyone sees vehicle features" on public.vehicle_features
  for select to anon, authenticated
  using ((select forecourt.sees_drafts()) or exists (select from public.vehicles v where v.id = vehicle_id));

-- As the vehicles that the caller sees.
create policy "everyone sees vehicle images" on public.vehicle_images
  for select to anon, authenticated
  using ((select forecourt.sees_drafts()) or exists (select from public.vehicles v where v.id = vehicle_id));

create policy "everyone sees vehicle specifications" on public.vehicle_specifications
  for select to anon, authenticated
  using ((select forecourt.sees_drafts()) or exists (select from public.vehicles v where v.id = vehicle_id));

-- A vehicle page, which is read as a visitor, shows example features and specifications only for demo vehicles.
create policy "visitors see which vehicles are demo vehicles" on public.demo_vehicles
  for select to anon using (exists (select from public.vehicles v where v.id = vehicle_id));

create policy "everyone sees vehicles, staff also drafts" on public.vehicles
  for select to anon, authenticated using (not hidden or (select forecourt.sees_drafts()));

reset check_function_bodies;
