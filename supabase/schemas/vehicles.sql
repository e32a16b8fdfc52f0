-- Vehicles with their pictures, features and specifications.

create sequence forecourt.stock_numbers start 1001;
revoke all on sequence forecourt.stock_numbers from public, anon, authenticated;

-- Skips numbers that are in use, for example after an import.
create function forecourt.next_stock_number() returns text
language plpgsql security definer set search_path = '' as $$
declare
  _prefix constant text := coalesce((select trim(value) from public.config where key = 'STOCK_NUMBER_PREFIX'), '');
  _number text;
begin
  loop
    _number := _prefix || nextval('forecourt.stock_numbers');
    exit when not exists (select from public.vehicles where stock_number = _number);
  end loop;
  return _number;
end
$$;
revoke all on function forecourt.next_stock_number() from public;
grant execute on function forecourt.next_stock_number() to authenticated, service_role;

create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(trim(title)) between 1 and 200),
  make text not null check (length(trim(make)) between 1 and 100),
  model text not null check (length(trim(model)) between 1 and 100),
  year integer not null check (year >= 1900),
  price numeric(12, 2) not null check (price >= 0),
  mileage integer not null check (mileage >= 0),
  fuel_type text not null check (fuel_type in ('Petrol', 'Diesel', 'Hybrid', 'Electric')),
  transmission text not null check (transmission in ('Automatic', 'Manual', 'Semi-Automatic')),
  description text not null default '' check (length(description) <= 20000),
  featured boolean not null default false,
  sold boolean not null default false,
  sold_expiry_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  autotrader_id text check (length(autotrader_id) <= 100),
  -- Public: Google's listings must have an id that buyers can read on the page.
  stock_number text not null unique default forecourt.next_stock_number() check (length(stock_number) between 1 and 30),
  -- The facts in supabase/functions/_shared/vehicle-facts.ts. Null if it is not known.
  derivative text check (length(derivative) between 1 and 100),
  body_type text check (
    body_type in ('Convertible', 'Coupe', 'Estate', 'Hatchback', 'MPV', 'Pickup', 'Saloon', 'SUV', 'Van')),
  colour text check (length(colour) between 1 and 50),
  doors integer check (doors between 1 and 9),
  seats integer check (seats between 1 and 20),
  engine_cc integer check (engine_cc between 1 and 20000),
  power_bhp integer check (power_bhp between 1 and 3000),
  drivetrain text check (drivetrain in ('Front-wheel drive', 'Rear-wheel drive', 'Four-wheel drive')),
  hybrid_type text check (hybrid_type in ('Mild hybrid', 'Full hybrid', 'Plug-in hybrid', 'Range extender')),
  co2 integer check (co2 between 0 and 1000),
  euro_standard integer check (euro_standard between 1 and 7),
  -- What the dealer says, which overrides what follows from the other facts.
  ulez text check (ulez in ('Yes', 'No')),
  electric_range integer check (electric_range between 1 and 2000),
  first_registered date,
  previous_owners integer check (previous_owners between 0 and 50),
  service_history text check (service_history in ('Full, main dealer', 'Full', 'Part', 'None')),
  mot_until date,
  insurance_category text check (
    insurance_category in ('None', 'Category S', 'Category N', 'Category C', 'Category D')),
  is_import boolean not null default false,
  keys integer check (keys between 0 and 9),
  warranty_months integer check (warranty_months between 1 and 120),
  vat_scheme text check (vat_scheme in ('Margin scheme', 'VAT qualifying')),
  video_url text check (length(video_url) <= 500 and video_url ~ '^https://'),
  spin_url text check (length(spin_url) <= 500 and spin_url ~ '^https://'),
  -- London's standard: Euro 4 for petrol, Euro 6 for diesel, which new cars had to meet from these dates. A hybrid's
  -- engine may be either. Null if it does not follow from what is known.
  meets_ulez boolean generated always as (
    case
      when ulez is not null then ulez = 'Yes'
      when fuel_type = 'Electric' then true
      when euro_standard >= case fuel_type when 'Petrol' then 4 else 6 end then true
      when euro_standard < case fuel_type when 'Diesel' then 6 else 4 end then false
      when euro_standard is null
        and first_registered >= case fuel_type when 'Petrol' then date '2006-01-01' else date '2015-09-01' end then true
    end
  ) stored,
  -- A draft: outside the back office, the vehicle does not exist.
  hidden boolean not null default false,
  -- Buyers have to ask for the price: see withhold_price.
  price_on_application boolean not null default false,
  -- The last day of the reservation, which vehicle-states.sql describes.
  reserved_until date,
  -- Deleted in a bulk change, which can be undone for ten minutes. Until then the vehicle is hidden from staff too.
  removed_at timestamptz,
  constraint vehicles_sold_needs_expiry_date check (not sold or sold_expiry_date is not null),
  constraint vehicles_sold_is_never_featured check (not (sold and featured)),
  constraint vehicles_sold_is_never_reserved check (not sold or reserved_until is null),
  constraint vehicles_price_on_application_is_withheld check (not price_on_application or price = 0),
  constraint vehicles_removed_is_hidden check (removed_at is null or hidden)
);
alter table public.vehicles enable row level security;
-- One index for each sort order.
-- With the columns that decide a state, so that vehicles in a state are found and counted from the index alone.
create index vehicles_created_at_idx on public.vehicles (created_at desc, id)
  include (hidden, removed_at, sold, sold_expiry_date, reserved_until);
create index vehicles_price_idx on public.vehicles (price, id);
create index vehicles_year_idx on public.vehicles (year, id);
create index vehicles_mileage_idx on public.vehicles (mileage, id);
-- With the columns that the policy reads, so that vehicles are counted from the index alone.
create index vehicles_make_model_idx on public.vehicles (make, model) include (hidden, removed_at);
create index vehicles_model_idx on public.vehicles (model);
create index vehicles_featured_idx on public.vehicles (created_at desc) where featured and not sold;
create index vehicles_hidden_idx on public.vehicles (created_at desc) where hidden;
create index vehicles_removed_idx on public.vehicles (removed_at) where removed_at is not null;
create index vehicles_reserved_idx on public.vehicles (reserved_until) where reserved_until is not null;
create index vehicles_sold_idx on public.vehicles (updated_at desc) where sold;
-- For the search box, which matches parts of these columns.
create index vehicles_title_search_idx on public.vehicles using gin (title extensions.gin_trgm_ops);
create index vehicles_make_search_idx on public.vehicles using gin (make extensions.gin_trgm_ops);
create index vehicles_model_search_idx on public.vehicles using gin (model extensions.gin_trgm_ops);
create index vehicles_description_search_idx on public.vehicles using gin (description extensions.gin_trgm_ops);

revoke all on public.vehicles from anon, authenticated;
grant select on public.vehicles to anon;
grant select, insert, update, delete on public.vehicles to authenticated;
grant all on public.vehicles to service_role;

-- For visitors, the policy calls no function, so that a draft is refused as fast as an unknown id.
create policy "everyone sees vehicles, except drafts" on public.vehicles
  for select to anon, authenticated using (not hidden);
create policy "staff see drafts" on public.vehicles
  for select to authenticated using (removed_at is null and (select forecourt.sees_drafts()));
create policy "staff add vehicles" on public.vehicles
  for insert to authenticated with check (removed_at is null and (select public.is_staff()));
create policy "staff change vehicles" on public.vehicles
  for update to authenticated using (removed_at is null and (select public.is_staff()))
  with check (removed_at is null and (select public.is_staff()));
create policy "admins delete vehicles" on public.vehicles
  for delete to authenticated using ((select public.is_admin()));

create trigger vehicles_changed after insert or update or delete on public.vehicles
  for each statement execute function forecourt.notify_change();

-- Rules that depend on today's date apply only to users, and only when they change the column concerned. An expired
-- vehicle can still be edited, and the service and the owner can import or restore old data.
create function forecourt.check_vehicle_dates() returns trigger
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
create trigger vehicles_check_dates before insert or update on public.vehicles
  for each row execute function forecourt.check_vehicle_dates();

-- `updated_at` is shown as the sold date and used to detect edit conflicts. It therefore does not change when the sync
-- stores AutoTrader's id, when the vehicle is removed or restored, or when a sold vehicle's make or model gets another
-- name, and no two edits have the same value.
create function forecourt.touch_vehicle() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Generated columns are not computed yet.
  if to_jsonb(new) - array['autotrader_id', 'meets_ulez'] = to_jsonb(old) - array['autotrader_id', 'meets_ulez']
    or new.removed_at is distinct from old.removed_at
    or old.sold and new.sold and current_setting('forecourt.renaming', true) = 'on'
  then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
create trigger vehicles_touch before update on public.vehicles
  for each row execute function forecourt.touch_vehicle();

-- `display_order` is the picture's index, so its bounds limit a vehicle to thirty pictures. For users, the limit is the
-- dealer's setting.
create table public.vehicle_images (
  vehicle_id uuid not null references public.vehicles on delete cascade,
  image_url text not null check (length(image_url) <= 1000 and image_url ~ '^(/[^/\\]|https://)'),
  is_primary boolean not null default false,
  display_order integer not null default 0 check (display_order between 0 and 29),
  -- A tiny blurred version, shown while the picture loads. The storage service creates it with each upload, and it is
  -- copied here so that it is read together with the URL.
  placeholder text check (length(placeholder) <= 2000),
  -- What the picture shows, in the dealer's words. Null if nothing is entered.
  caption text check (length(caption) <= 200 and trim(caption) <> ''),
  primary key (vehicle_id, display_order)
);
alter table public.vehicle_images enable row level security;
create unique index vehicle_images_one_primary_idx on public.vehicle_images (vehicle_id) where is_primary;
-- For the hourly check for pictures that no vehicle uses. The index is on a hash, because the longest URLs don't fit
-- into an index.
create index vehicle_images_image_url_idx on public.vehicle_images (hashtextextended(image_url, 0));

revoke all on public.vehicle_images from anon, authenticated;
grant select on public.vehicle_images to anon;
grant select, insert, update, delete on public.vehicle_images to authenticated;
grant all on public.vehicle_images to service_role;

-- As the vehicles that the caller sees. Drafts are few, so their ids are read once for each statement. Looking up the
-- vehicle of every row doubled the time that a list with all its parts takes.
create function forecourt.hidden_vehicles() returns setof uuid
language sql stable security definer parallel safe rows 100 set search_path = '' as $$
  select id from public.vehicles where hidden;
$$;
revoke all on function forecourt.hidden_vehicles() from public;
grant execute on function forecourt.hidden_vehicles() to anon, authenticated, service_role;

create policy "visitors see vehicle images" on public.vehicle_images
  for select to anon using (vehicle_id not in (select forecourt.hidden_vehicles()));
create policy "users see vehicle images" on public.vehicle_images
  for select to authenticated
  using ((select forecourt.sees_drafts()) or vehicle_id not in (select forecourt.hidden_vehicles()));
create policy "staff add vehicle images" on public.vehicle_images
  for insert to authenticated with check ((select public.is_staff()));
create policy "staff change vehicle images" on public.vehicle_images
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff delete vehicle images" on public.vehicle_images
  for delete to authenticated using ((select public.is_staff()));

create trigger vehicle_images_changed after insert or update or delete on public.vehicle_images
  for each statement execute function forecourt.notify_change();

-- URLs in our own storage are stored without the origin, so that they survive a change of the site's address.
create function forecourt.relative_image_url(_url text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(_url, '^https?://[^/]+(/storage/v1/)', '\1')
$$;

create function forecourt.make_image_url_relative() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.image_url := forecourt.relative_image_url(new.image_url);
  return new;
end
$$;
create trigger vehicle_images_relative before insert or update of image_url on public.vehicle_images
  for each row execute function forecourt.make_image_url_relative();

-- How many pictures a vehicle may have: the dealer's setting, which sales staff cannot read themselves.
create function public.max_vehicle_images() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select value::integer from public.config where key = 'MAX_VEHICLE_IMAGES' and value ~ '^([12][0-9]|30)$'), 10)
$$;
revoke all on function public.max_vehicle_images() from public, anon;
grant execute on function public.max_vehicle_images() to authenticated, service_role;

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
-- Not for changes to a row that has its place already: once the dealer lowers the limit, vehicles keep the pictures that
-- they have.
create trigger vehicle_images_limit_added before insert on public.vehicle_images
  for each row when (new.display_order > 9) execute function forecourt.limit_vehicle_images();
create trigger vehicle_images_limit_moved before update on public.vehicle_images
  for each row when (new.display_order > 9 and (new.vehicle_id, new.display_order) <> (old.vehicle_id, old.display_order))
  execute function forecourt.limit_vehicle_images();

-- The features are ordered by id.
create table public.vehicle_features (
  id bigint primary key generated always as identity,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  feature text not null check (length(trim(feature)) between 1 and 200),
  constraint vehicle_features_once unique (vehicle_id, feature)
);
alter table public.vehicle_features enable row level security;

revoke all on public.vehicle_features from anon, authenticated;
grant select on public.vehicle_features to anon;
grant select, insert, update, delete on public.vehicle_features to authenticated;
grant all on public.vehicle_features to service_role;

create policy "visitors see vehicle features" on public.vehicle_features
  for select to anon using (vehicle_id not in (select forecourt.hidden_vehicles()));
create policy "users see vehicle features" on public.vehicle_features
  for select to authenticated
  using ((select forecourt.sees_drafts()) or vehicle_id not in (select forecourt.hidden_vehicles()));
create policy "staff add vehicle features" on public.vehicle_features
  for insert to authenticated with check ((select public.is_staff()));
create policy "staff change vehicle features" on public.vehicle_features
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff delete vehicle features" on public.vehicle_features
  for delete to authenticated using ((select public.is_staff()));

create trigger vehicle_features_changed after insert or update or delete on public.vehicle_features
  for each statement execute function forecourt.notify_change();

-- The specifications are ordered by id.
create table public.vehicle_specifications (
  id bigint primary key generated always as identity,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  spec_key text not null check (length(trim(spec_key)) between 1 and 100),
  spec_value text not null check (length(trim(spec_value)) between 1 and 500),
  constraint vehicle_specifications_once unique (vehicle_id, spec_key)
);
alter table public.vehicle_specifications enable row level security;

revoke all on public.vehicle_specifications from anon, authenticated;
grant select on public.vehicle_specifications to anon;
grant select, insert, update, delete on public.vehicle_specifications to authenticated;
grant all on public.vehicle_specifications to service_role;

create policy "visitors see vehicle specifications" on public.vehicle_specifications
  for select to anon using (vehicle_id not in (select forecourt.hidden_vehicles()));
create policy "users see vehicle specifications" on public.vehicle_specifications
  for select to authenticated
  using ((select forecourt.sees_drafts()) or vehicle_id not in (select forecourt.hidden_vehicles()));
create policy "staff add vehicle specifications" on public.vehicle_specifications
  for insert to authenticated with check ((select public.is_staff()));
create policy "staff change vehicle specifications" on public.vehicle_specifications
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff delete vehicle specifications" on public.vehicle_specifications
  for delete to authenticated using ((select public.is_staff()));

create trigger vehicle_specifications_changed after insert or update or delete on public.vehicle_specifications
  for each statement execute function forecourt.notify_change();

create table public.car_makes (
  name text primary key check (length(name) between 1 and 100 and name = trim(name))
);
alter table public.car_makes enable row level security;

revoke all on public.car_makes from anon, authenticated;
grant select on public.car_makes to anon;
grant select, insert, update, delete on public.car_makes to authenticated;
grant all on public.car_makes to service_role;

create policy "everyone sees makes" on public.car_makes
  for select to anon, authenticated using (true);
create policy "staff add makes" on public.car_makes
  for insert to authenticated with check ((select public.is_staff()));
create policy "staff change makes" on public.car_makes
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "admins delete makes" on public.car_makes
  for delete to authenticated using ((select public.is_admin()));

create trigger car_makes_changed after insert or update or delete on public.car_makes
  for each statement execute function forecourt.notify_change();

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

create function forecourt.find_placeholder() returns trigger
language plpgsql set search_path = '' as $$
begin
  select user_metadata ->> 'placeholder' into new.placeholder
  from storage.objects
  where bucket_id = 'vehicle-images' and name = replace(
    substring(new.image_url from '^/storage/v1/object/public/vehicle-images/(.+)$'), '%20', ' ')
    and user_metadata ->> 'placeholder' like 'data:image/webp;base64,%'
    and length(user_metadata ->> 'placeholder') <= 2000;
  return new;
end
$$;

-- Named so that it runs after vehicle_images_relative, which removes the origin from the URL.
create trigger vehicle_images_z_placeholder before insert or update of image_url on public.vehicle_images
  for each row execute function forecourt.find_placeholder();

-- The columns that save_vehicle does not write, because the database or a service sets them. It writes all other
-- columns, including any that are added later.
create function forecourt.kept_vehicle_columns() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'id', 'created_at', 'updated_at', 'autotrader_id', 'stock_number', 'meets_ulez', 'reserved_until', 'removed_at']
$$;

create function forecourt.entered_vehicle_columns() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(attname::text order by attnum) from pg_attribute
  where attrelid = 'public.vehicles'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    and attname::text <> all (forecourt.kept_vehicle_columns())
$$;

-- Vehicles without a picture, kept in their own table so that they are found quickly.
create table public.vehicles_without_picture (
  id uuid primary key references public.vehicles on delete cascade
);
alter table public.vehicles_without_picture enable row level security;

revoke all on public.vehicles_without_picture from anon, authenticated, service_role;
grant select on public.vehicles_without_picture to authenticated, service_role;

create policy "staff see vehicles without a picture" on public.vehicles_without_picture
  for select to authenticated using ((select public.is_staff()));
