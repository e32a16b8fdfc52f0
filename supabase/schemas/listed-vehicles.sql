-- The read model for the public vehicle lists, kept up to date by triggers.

-- One narrow row for each vehicle with a picture that is not a draft, with the columns that lists filter, sort, search and show. It must never hold
-- anything private: its policy has to stay `true`, because any other policy would keep the search from using its index.
create table public.listed_vehicles (
  id uuid primary key references public.vehicles on delete cascade,
  make text not null,
  model text not null,
  year integer not null,
  -- Null for a price on application. Such vehicles match no price filter, and count as the dearest when sorted.
  price numeric(12, 2),
  mileage integer not null,
  fuel_type text not null,
  transmission text not null,
  featured boolean not null,
  sold boolean not null,
  -- The last day on which the vehicle is shown; 'infinity' unless it is sold.
  listed_until date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search text not null,
  card jsonb not null,
  -- The "was" price, to be shown until the end of the day in was_until.
  was_price numeric(12, 2),
  was_until date,
  -- The last day on which the vehicle is shown as reserved.
  reserved_until date,
  body_type text,
  -- A basic colour: see forecourt.basic_colour. Null if the dealer's name for it contains none.
  colour text,
  doors integer,
  seats integer,
  hybrid_type text,
  drivetrain text,
  meets_ulez boolean,
  -- The words that say which vehicle it is, to rank matches. `search` contains them too.
  names text not null default ''
);
-- Long columns are stored out of line, so that counting reads only the columns for filters.
alter table public.listed_vehicles
  alter column search set storage external,
  alter column card set storage external,
  alter column names set storage external,
  set (toast_tuple_target = 128);
alter table public.listed_vehicles enable row level security;
-- One index for each sort order. The indexes include listed_until, so that ranges are counted from the index alone.
create index listed_vehicles_created_at_idx on public.listed_vehicles (created_at desc, id) include (listed_until);
create index listed_vehicles_model_idx on public.listed_vehicles (model);
create index listed_vehicles_featured_idx on public.listed_vehicles (created_at desc, id) where featured and not sold;
create index listed_vehicles_search_idx on public.listed_vehicles using gin (search extensions.gin_trgm_ops);
create index listed_vehicles_names_idx on public.listed_vehicles using gin (names extensions.gin_trgm_ops);
-- For filters and searches by what few vehicles have.
create index listed_vehicles_body_type_idx on public.listed_vehicles (body_type, created_at desc) where body_type is not null;
create index listed_vehicles_colour_idx on public.listed_vehicles (colour, created_at desc) where colour is not null;
create index listed_vehicles_seats_idx on public.listed_vehicles (seats, created_at desc) where seats is not null;
create index listed_vehicles_sold_idx on public.listed_vehicles (created_at desc, id) where sold;
create index listed_vehicles_price_idx on public.listed_vehicles (price, id)
  include (listed_until, year, mileage, fuel_type, transmission);
create index listed_vehicles_year_idx on public.listed_vehicles (year, id)
  include (listed_until, price, mileage, fuel_type, transmission);
create index listed_vehicles_mileage_idx on public.listed_vehicles (mileage, id)
  include (listed_until, price, year, fuel_type, transmission);
create index listed_vehicles_make_model_idx on public.listed_vehicles (make, model, created_at desc)
  include (listed_until, price, year, mileage, fuel_type, transmission);
-- For a make's newest vehicles, in the order shown.
create index listed_vehicles_make_created_at_idx on public.listed_vehicles (make, created_at desc, id);
-- For counting alone.
create index listed_vehicles_fuel_type_idx on public.listed_vehicles (fuel_type, transmission) include (listed_until);

revoke all on public.listed_vehicles from anon, authenticated, service_role;
grant select on public.listed_vehicles to anon, authenticated, service_role;

create policy "everyone sees listed vehicles" on public.listed_vehicles
  for select to anon, authenticated using (true);

create trigger listed_vehicles_changed after insert or update or delete on public.listed_vehicles
  for each statement execute function forecourt.notify_change();

-- Lower case, without accents, and with one space instead of whitespace and hyphens. site/app/lib/search-filter.ts does the same to
-- search terms.
create function forecourt.search_text(_text text) returns text
language sql immutable set search_path = '' as $$
  select trim(regexp_replace(
    lower(regexp_replace(normalize(_text, NFKD), '[\u0300-\u036f]+', '', 'g')),
    '[\s\u2010-\u2015-]+', ' ', 'g'))
$$;

-- The basic colour in a manufacturer's name for it: Silver for "Bright Silver", and the last one of several, which is the
-- noun. Italian cars have Italian names.
create function forecourt.basic_colour(_name text) returns text
language sql immutable set search_path = '' as $$
  select case substring(forecourt.search_text(_name) from
      '.*\m(beige|cream|champagne|black|nero|blue|blu|navy|bronze|brown|gold|green|verde|grey|gray|graphite|grigio|orange|pink|purple|violet|red|rosso|burgundy|maroon|silver|argento|white|bianco|yellow|giallo)\M')
    when 'beige' then 'Beige' when 'cream' then 'Beige' when 'champagne' then 'Beige'
    when 'black' then 'Black' when 'nero' then 'Black'
    when 'blue' then 'Blue' when 'blu' then 'Blue' when 'navy' then 'Blue'
    when 'bronze' then 'Bronze' when 'brown' then 'Brown' when 'gold' then 'Gold'
    when 'green' then 'Green' when 'verde' then 'Green'
    when 'grey' then 'Grey' when 'gray' then 'Grey' when 'graphite' then 'Grey' when 'grigio' then 'Grey'
    when 'orange' then 'Orange' when 'pink' then 'Pink' when 'purple' then 'Purple' when 'violet' then 'Purple'
    when 'red' then 'Red' when 'rosso' then 'Red' when 'burgundy' then 'Red' when 'maroon' then 'Red'
    when 'silver' then 'Silver' when 'argento' then 'Silver' when 'white' then 'White' when 'bianco' then 'White'
    when 'yellow' then 'Yellow' when 'giallo' then 'Yellow'
  end
$$;

create function forecourt.lacks_picture(_vehicle public.vehicles) returns boolean
language sql stable as $$
  select not exists (select from public.vehicle_images i where i.vehicle_id = _vehicle.id)
$$;
revoke all on function forecourt.lacks_picture(public.vehicles) from public;

create function forecourt.refresh_listed_vehicles(_ids uuid[]) returns void
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
    was_price = excluded.was_price, was_until = excluded.was_until, reserved_until = excluded.reserved_until,
    body_type = excluded.body_type, colour = excluded.colour, doors = excluded.doors, seats = excluded.seats,
    hybrid_type = excluded.hybrid_type, drivetrain = excluded.drivetrain, meets_ulez = excluded.meets_ulez,
    names = excluded.names
  where l is distinct from excluded;

  delete from public.vehicles_without_picture w
  where w.id = any (_ids) and not exists (
    select from public.vehicles v where v.id = w.id and forecourt.lacks_picture(v));
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v where v.id = any (_ids) and forecourt.lacks_picture(v)
  on conflict do nothing;
end
$$;
revoke execute on function forecourt.refresh_listed_vehicles from public;

create function forecourt.list_saved_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.refresh_listed_vehicles(array(select id from saved));
  return null;
end
$$;
create trigger vehicles_list_added after insert on public.vehicles
  referencing new table as saved for each statement execute function forecourt.list_saved_vehicles();
create trigger vehicles_list_changed after update on public.vehicles
  referencing new table as saved for each statement execute function forecourt.list_saved_vehicles();

create function forecourt.list_vehicles_of_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.refresh_listed_vehicles(array(select distinct vehicle_id from pictures));
  return null;
end
$$;
create trigger vehicle_images_list_added after insert on public.vehicle_images
  referencing new table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
create trigger vehicle_images_list_changed after update on public.vehicle_images
  referencing new table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
-- For the vehicle that a picture is moved away from.
create trigger vehicle_images_list_left after update on public.vehicle_images
  referencing old table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
create trigger vehicle_images_list_removed after delete on public.vehicle_images
  referencing old table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();

-- Features are part of the searched text.
create function forecourt.list_vehicles_of_features() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.refresh_listed_vehicles(array(select distinct vehicle_id from features));
  return null;
end
$$;
create trigger vehicle_features_list_added after insert on public.vehicle_features
  referencing new table as features for each statement execute function forecourt.list_vehicles_of_features();
create trigger vehicle_features_list_changed after update on public.vehicle_features
  referencing new table as features for each statement execute function forecourt.list_vehicles_of_features();
-- For the vehicle that a feature is moved away from.
create trigger vehicle_features_list_left after update on public.vehicle_features
  referencing old table as features for each statement execute function forecourt.list_vehicles_of_features();
create trigger vehicle_features_list_removed after delete on public.vehicle_features
  referencing old table as features for each statement execute function forecourt.list_vehicles_of_features();

-- The number of vehicles of each make and model by their last day, for the filter options. Rows with an empty make and
-- model count all vehicles: the list without filters gets its total from these few rows, which costs the same for a
-- thousand vehicles and a million. Matches for filters and searches are counted when they are requested. A count may be
-- zero.
create table forecourt.listed_vehicle_counts (
  make text not null,
  model text not null,
  listed_until date not null,
  vehicles bigint not null,
  primary key (make, model, listed_until)
);
alter table forecourt.listed_vehicle_counts enable row level security;

revoke all on forecourt.listed_vehicle_counts from public, anon, authenticated, service_role;

-- Cached responses are invalidated when a table that they were built from changes.
create trigger listed_vehicle_counts_changed after insert or update or delete on forecourt.listed_vehicle_counts
  for each statement execute function forecourt.notify_change();

create function forecourt.count_listed_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In a fixed order, so that concurrent transactions cannot deadlock.
  execute format($sql$
    insert into forecourt.listed_vehicle_counts as c
    select coalesce(make, ''), coalesce(model, ''), listed_until, sum(change) from (%s) as changes
    group by grouping sets ((make, model, listed_until), (listed_until)) having sum(change) <> 0 order by 1, 2, 3
    on conflict (make, model, listed_until) do update set vehicles = c.vehicles + excluded.vehicles
  $sql$, concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as change from now_listed' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as change from was_listed' end));
  return null;
end
$$;
create trigger listed_vehicles_count_added after insert on public.listed_vehicles
  referencing new table as now_listed for each statement execute function forecourt.count_listed_vehicles();
create trigger listed_vehicles_count_changed after update on public.listed_vehicles
  referencing old table as was_listed new table as now_listed
  for each statement execute function forecourt.count_listed_vehicles();
create trigger listed_vehicles_count_removed after delete on public.listed_vehicles
  referencing old table as was_listed for each statement execute function forecourt.count_listed_vehicles();

create function forecourt.recount_listed_vehicles() returns void
language plpgsql set search_path = '' as $$
begin
  delete from forecourt.listed_vehicle_counts;
  insert into forecourt.listed_vehicle_counts
  select coalesce(make, ''), coalesce(model, ''), listed_until, count(*)
  from public.listed_vehicles group by grouping sets ((make, model, listed_until), (listed_until));
end
$$;
revoke all on function forecourt.recount_listed_vehicles() from public, anon, authenticated, service_role;

-- Returns one document, because the API returns at most a thousand rows.
create function public.find_filter_options() returns jsonb
language sql stable security definer set search_path = '' as $$
  with models as (
    select make, model, sum(vehicles) as vehicles from forecourt.listed_vehicle_counts
    where make <> '' and listed_until >= (select forecourt.london_today()) group by make, model having sum(vehicles) > 0
  ), makes as (
    select name, coalesce(sum(vehicles), 0) as vehicles
    from (select name from public.car_makes union select make from models) as names left join models on make = name
    group by name
  )
  select jsonb_build_object(
    'makes', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'vehicles', vehicles) order by name), '[]')
      from makes),
    'models', (select coalesce(
        jsonb_agg(jsonb_build_object('make', make, 'model', model, 'vehicles', vehicles) order by model, make), '[]')
      from models))
$$;
grant execute on function public.find_filter_options() to anon, authenticated, service_role;

-- The trigram index needs three characters, and a space counts as one. Terms of one or two letters match only at the
-- start of a word, so every word needs a space before it, including the first. site/app/lib/search-filter.ts builds
-- such patterns.
create view forecourt.vehicle_listings as
  select v.id, v.make, v.model, v.year, case when not v.price_on_application then v.price end as price, v.mileage, v.fuel_type, v.transmission, v.featured, v.sold,
    case when v.sold then v.sold_expiry_date else 'infinity' end as listed_until, v.created_at, v.updated_at,
    concat_ws(' ', '', names.text, facts.text, forecourt.search_text(v.description), forecourt.search_text(features.text),
      replace(names.text, ' ', ''), '') as search,
    jsonb_build_object(
      'title', v.title, 'description', left(v.description, 600), 'sold_expiry_date', v.sold_expiry_date,
      'image', i.image_url, 'placeholder', i.placeholder)
      || case when i.caption is null then '{}' else jsonb_build_object('caption', i.caption) end as card,
    was.was_price, was.was_until, v.reserved_until, v.body_type, forecourt.basic_colour(v.colour) as colour, v.doors,
    v.seats, v.hybrid_type, v.drivetrain, v.meets_ulez, concat_ws(' ', '', names.text, facts.text, '') as names
  from public.vehicles v
  cross join lateral (
    -- `offset 0` makes Postgres compute the value once, although it is used twice.
    select forecourt.search_text(concat_ws(' ', v.title, v.make, v.model)) as text offset 0
  ) names
  cross join lateral (
    select forecourt.search_text(concat_ws(' ', v.derivative, v.body_type, v.colour, v.fuel_type, v.transmission,
      v.hybrid_type, v.drivetrain, v.year, v.stock_number)) as text offset 0
  ) facts
  cross join lateral (
    select string_agg(feature, ' ') as text from public.vehicle_features where vehicle_id = v.id
  ) features
  cross join lateral (
    select image_url, placeholder, caption from public.vehicle_images
    where vehicle_id = v.id order by is_primary desc, display_order limit 1
  ) i
  left join lateral forecourt.find_was_price(v.id) was on true
  where not v.hidden;
revoke all on forecourt.vehicle_listings from public, anon, authenticated, service_role;

-- For use after an import that bypassed the triggers, and only by the owner of the database. A million vehicles take
-- minutes, during which vehicles can be read but not changed.
create function forecourt.rebuild_listed_vehicles() returns bigint
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
  perform forecourt.refresh_vehicle_stock(array(select id from public.vehicles));
  perform pg_catalog.pg_notify('forecourt_changes', 'listed_vehicles');
  return _listed;
end
$$;
revoke all on function forecourt.rebuild_listed_vehicles() from public, anon, authenticated, service_role;

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
