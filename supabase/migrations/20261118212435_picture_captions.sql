-- Pictures get captions, and the dealer's setting says how many a vehicle may have: ten as before, up to thirty.
set check_function_bodies = off;

drop function forecourt.save_vehicle_parts(uuid,text[],text[],jsonb);
drop function public.save_vehicle(jsonb,text[],text[],jsonb,text);
drop function public.save_vehicle_record(jsonb,text[],text[],jsonb,jsonb,text);

alter table public.vehicle_images drop constraint vehicle_images_display_order_check;
alter table public.vehicle_images
  add constraint vehicle_images_display_order_check check (display_order between 0 and 29);

alter table public.vehicle_images
  add column caption text check (length(caption) <= 200 and trim(caption) <> '');

create or replace function forecourt.make_image_url_relative() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.image_url := forecourt.relative_image_url(new.image_url);
  return new;
end
$$;

-- For users only, so that the service and the owner can import and restore vehicles with more pictures.
create function forecourt.limit_vehicle_images() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and new.display_order >= public.max_vehicle_images() then
    raise exception 'Maximum % images allowed', public.max_vehicle_images() using errcode = 'P0001';
  end if;
  return new;
end
$$;

-- URLs in our own storage are stored without the origin, so that they survive a change of the site's address.
create function forecourt.relative_image_url(_url text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(_url, '^https?://[^/]+(/storage/v1/)', '\1')
$$;

-- Rows that have their place already are updated rather than replaced, because a vehicle may have more pictures than the
-- dealer's setting now allows it to get.
create function forecourt.save_vehicle_images(_vehicle_id uuid, _images text[], _captions text[]) returns void
language plpgsql set search_path = '' as $$
declare
  _most constant integer := public.max_vehicle_images();
  _count constant integer := cardinality(_images);
begin
  if current_user in ('anon', 'authenticated')
    and _count > greatest(_most, (select count(*) from public.vehicle_images where vehicle_id = _vehicle_id))
  then
    raise exception 'Maximum % images allowed', _most using errcode = 'P0001';
  end if;
  _captions := coalesce(_captions, array(
    select (
      select max(i.caption) from public.vehicle_images i
      where i.vehicle_id = _vehicle_id and i.image_url = forecourt.relative_image_url(url))
    from unnest(_images) with ordinality as given (url, position) order by position));

  delete from public.vehicle_images where vehicle_id = _vehicle_id and display_order >= _count;
  -- First, because a vehicle has at most one primary picture.
  update public.vehicle_images set is_primary = false
  where vehicle_id = _vehicle_id and is_primary and display_order > 0;
  update public.vehicle_images
  set image_url = _images[display_order + 1], is_primary = display_order = 0,
    caption = nullif(trim(_captions[display_order + 1]), '')
  where vehicle_id = _vehicle_id;
  insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order, caption)
  select _vehicle_id, _images[position], position = 1, position - 1, nullif(trim(_captions[position]), '')
  from generate_series(1, _count) as position
  where not exists (
    select from public.vehicle_images where vehicle_id = _vehicle_id and display_order = position - 1);
end
$$;

create function forecourt.save_vehicle_parts(_vehicle_id uuid, _features text[], _specifications jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if _features is not null then
    delete from public.vehicle_features where vehicle_id = _vehicle_id;
    insert into public.vehicle_features (vehicle_id, feature)
    select _vehicle_id, trim(feature)
    from unnest(_features) with ordinality as given (feature, position)
    where trim(feature) <> ''
    group by trim(feature)
    order by min(position);
  end if;

  if _specifications is not null then
    delete from public.vehicle_specifications where vehicle_id = _vehicle_id;
    -- A repeated name overwrites: it keeps its first position and gets the last value.
    insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value)
    select _vehicle_id, trim(spec ->> 'spec_key'), (array_agg(trim(spec ->> 'spec_value') order by position desc))[1]
    from jsonb_array_elements(_specifications) with ordinality as given (spec, position)
    where trim(spec ->> 'spec_key') <> '' and trim(spec ->> 'spec_value') <> ''
    group by trim(spec ->> 'spec_key')
    order by min(position);
  end if;
end
$$;

-- How many pictures a vehicle may have: the dealer's setting, which sales staff cannot read themselves.
create function public.max_vehicle_images() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select value::integer from public.config where key = 'MAX_VEHICLE_IMAGES' and value ~ '^([12][0-9]|30)$'), 10)
$$;

revoke all on function public.max_vehicle_images() from public, anon;

grant execute on function public.max_vehicle_images() to authenticated, service_role;

-- Saves a vehicle with its pictures, features and specifications in one transaction. Lists passed as null are left
-- unchanged. For a new vehicle, missing columns get their defaults. `_captions` are in the order of `_images`; without
-- them, pictures that the vehicle has already keep theirs. Runs with the caller's rights, so the policies on the four
-- tables apply.
create function public.save_vehicle(
  _vehicle jsonb,
  _images text[],
  _features text[],
  _specifications jsonb,
  _expected_updated_at text default null,
  _captions text[] default null
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
  if _images is not null then
    perform forecourt.save_vehicle_images(_row.id, _images, _captions);
  end if;
  perform forecourt.save_vehicle_parts(_row.id, _features, _specifications);
  return query select * from public.vehicles where id = _row.id;
end
$$;

revoke all on function public.save_vehicle(jsonb, text[], text[], jsonb, text, text[]) from public, anon;

grant execute on function public.save_vehicle(jsonb, text[], text[], jsonb, text, text[]) to authenticated, service_role;

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

-- The trigram index needs three characters, and a space counts as one. Terms of one or two letters match only at the
-- start of a word, so every word needs a space before it, including the first. site/app/lib/search-filter.ts builds
-- such patterns.
create or replace view forecourt.vehicle_listings as
  select v.id, v.make, v.model, v.year, case when not v.price_on_application then v.price end as price, v.mileage, v.fuel_type, v.transmission, v.featured, v.sold,
    case when v.sold then v.sold_expiry_date else 'infinity' end as listed_until, v.created_at, v.updated_at,
    concat_ws(' ', '', names.text, forecourt.search_text(v.description), replace(names.text, ' ', '')) as search,
    jsonb_build_object(
      'title', v.title, 'description', left(v.description, 600), 'sold_expiry_date', v.sold_expiry_date,
      'image', i.image_url, 'placeholder', i.placeholder)
      || case when i.caption is null then '{}' else jsonb_build_object('caption', i.caption) end as card,
    was.was_price, was.was_until, v.reserved_until
  from public.vehicles v
  cross join lateral (
    -- `offset 0` makes Postgres compute the value once, although it is used twice.
    select forecourt.search_text(concat_ws(' ', v.title, v.make, v.model)) as text offset 0
  ) names
  cross join lateral (
    select image_url, placeholder, caption from public.vehicle_images
    where vehicle_id = v.id order by is_primary desc, display_order limit 1
  ) i
  left join lateral forecourt.find_was_price(v.id) was on true
  where not v.hidden;

-- Not for changes to a row that has its place already: once the dealer lowers the limit, vehicles keep the pictures that
-- they have.
create trigger vehicle_images_limit_added before insert on public.vehicle_images
  for each row when (new.display_order > 9) execute function forecourt.limit_vehicle_images();

create trigger vehicle_images_limit_moved before update on public.vehicle_images
  for each row when (new.display_order > 9 and (new.vehicle_id, new.display_order) <> (old.vehicle_id, old.display_order))
  execute function forecourt.limit_vehicle_images();

insert into forecourt.settings (key, readable_by, tab) values ('MAX_VEHICLE_IMAGES', 'admin', null);

insert into public.config (key, value) values ('MAX_VEHICLE_IMAGES', '10') on conflict (key) do nothing;

reset check_function_bodies;
