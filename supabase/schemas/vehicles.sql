-- Vehicles with their pictures, features and specifications.

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
  constraint vehicles_sold_needs_expiry_date check (not sold or sold_expiry_date is not null),
  constraint vehicles_sold_is_never_featured check (not (sold and featured))
);
alter table public.vehicles enable row level security;
-- One index for each sort order.
create index vehicles_created_at_idx on public.vehicles (created_at desc, id);
create index vehicles_price_idx on public.vehicles (price, id);
create index vehicles_year_idx on public.vehicles (year, id);
create index vehicles_mileage_idx on public.vehicles (mileage, id);
create index vehicles_make_model_idx on public.vehicles (make, model);
create index vehicles_model_idx on public.vehicles (model);
create index vehicles_featured_idx on public.vehicles (created_at desc) where featured and not sold;
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

create policy "everyone sees vehicles" on public.vehicles
  for select to anon, authenticated using (true);
create policy "staff add vehicles" on public.vehicles
  for insert to authenticated with check ((select public.is_staff()));
create policy "staff change vehicles" on public.vehicles
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
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
  return new;
end
$$;
create trigger vehicles_check_dates before insert or update on public.vehicles
  for each row execute function forecourt.check_vehicle_dates();

-- `updated_at` is shown as the sold date and used to detect edit conflicts. It therefore does not change when the sync
-- stores AutoTrader's id, and no two edits have the same value.
create function forecourt.touch_vehicle() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - 'autotrader_id' = to_jsonb(old) - 'autotrader_id' then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
create trigger vehicles_touch before update on public.vehicles
  for each row execute function forecourt.touch_vehicle();

-- `display_order` is the picture's index, so its bounds limit a vehicle to ten pictures.
create table public.vehicle_images (
  vehicle_id uuid not null references public.vehicles on delete cascade,
  image_url text not null check (length(image_url) <= 1000 and image_url ~ '^(/[^/\\]|https://)'),
  is_primary boolean not null default false,
  display_order integer not null default 0 check (display_order between 0 and 9),
  -- A tiny blurred version, shown while the picture loads. The storage service creates it with each upload, and it is
  -- copied here so that it is read together with the URL.
  placeholder text check (length(placeholder) <= 2000),
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

create policy "everyone sees vehicle images" on public.vehicle_images
  for select to anon, authenticated using (true);
create policy "staff add vehicle images" on public.vehicle_images
  for insert to authenticated with check ((select public.is_staff()));
create policy "staff change vehicle images" on public.vehicle_images
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff delete vehicle images" on public.vehicle_images
  for delete to authenticated using ((select public.is_staff()));

create trigger vehicle_images_changed after insert or update or delete on public.vehicle_images
  for each statement execute function forecourt.notify_change();

-- URLs in our own storage are stored without the origin, so that they survive a change of the site's address.
create function forecourt.make_image_url_relative() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.image_url := regexp_replace(new.image_url, '^https?://[^/]+(/storage/v1/)', '\1');
  return new;
end
$$;
create trigger vehicle_images_relative before insert or update of image_url on public.vehicle_images
  for each row execute function forecourt.make_image_url_relative();

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

create policy "everyone sees vehicle features" on public.vehicle_features
  for select to anon, authenticated using (true);
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

create policy "everyone sees vehicle specifications" on public.vehicle_specifications
  for select to anon, authenticated using (true);
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
create policy "admins change makes" on public.car_makes
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete makes" on public.car_makes
  for delete to authenticated using ((select public.is_admin()));

create trigger car_makes_changed after insert or update or delete on public.car_makes
  for each statement execute function forecourt.notify_change();

-- Saves a vehicle with its pictures, features and specifications in one transaction. Lists passed as null are left
-- unchanged. For a new vehicle, missing columns get their defaults. Runs with the caller's rights, so the policies on
-- the four tables apply.
create function public.save_vehicle(
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
  _ruled constant text[] := array['description', 'featured', 'sold', 'sold_expiry_date'];
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
revoke all on function public.save_vehicle(jsonb, text[], text[], jsonb, text) from public, anon;
grant execute on function public.save_vehicle(jsonb, text[], text[], jsonb, text) to authenticated, service_role;

create function forecourt.save_vehicle_parts(
  _vehicle_id uuid, _images text[], _features text[], _specifications jsonb
) returns void
language plpgsql set search_path = '' as $$
begin
  if _images is not null then
    if cardinality(_images) > 10 then
      raise exception 'Maximum 10 images allowed' using errcode = 'P0001';
    end if;
    delete from public.vehicle_images where vehicle_id = _vehicle_id;
    insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order)
    select _vehicle_id, url, position = 1, position - 1
    from unnest(_images) with ordinality as given (url, position);
  end if;

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
  select array['id', 'created_at', 'updated_at', 'autotrader_id']
$$;

create function forecourt.entered_vehicle_columns() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(attname::text order by attnum) from pg_attribute
  where attrelid = 'public.vehicles'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    and attname::text <> all (forecourt.kept_vehicle_columns())
$$;

-- Vehicles that are not listed because they have no picture, kept in their own table so that they are found quickly.
create table public.vehicles_without_picture (
  id uuid primary key references public.vehicles on delete cascade
);
alter table public.vehicles_without_picture enable row level security;

revoke all on public.vehicles_without_picture from anon, authenticated, service_role;
grant select on public.vehicles_without_picture to authenticated, service_role;

create policy "staff see vehicles without a picture" on public.vehicles_without_picture
  for select to authenticated using ((select public.is_staff()));
