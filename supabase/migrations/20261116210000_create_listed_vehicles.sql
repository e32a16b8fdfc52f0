-- What the public lists read: one narrow row a vehicle with a picture, with what they filter, sort, search and show. Kept
-- by triggers on its sources, and nothing private ever enters it: its policy must stay `true`, because any other one
-- keeps the search from using its index.
create table public.listed_vehicles (
  id uuid primary key references public.vehicles on delete cascade,
  make text not null,
  model text not null,
  year integer not null,
  price numeric(12, 2) not null,
  mileage integer not null,
  fuel_type text not null,
  transmission text not null,
  featured boolean not null,
  sold boolean not null,
  -- The last day on which it is shown; 'infinity' unless it is sold.
  listed_until date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search text not null,
  card jsonb not null
);
-- Counting reads the filters alone: the long columns lie elsewhere, as they are.
alter table public.listed_vehicles
  alter column search set storage external,
  alter column card set storage external,
  set (toast_tuple_target = 128);

-- One index for each way the list is sorted; with the day, so that a range is counted without the rows.
create index listed_vehicles_created_at_idx on public.listed_vehicles (created_at desc, id) include (listed_until);
create index listed_vehicles_price_idx on public.listed_vehicles (price, id) include (listed_until);
create index listed_vehicles_year_idx on public.listed_vehicles (year, id) include (listed_until);
create index listed_vehicles_mileage_idx on public.listed_vehicles (mileage, id) include (listed_until);
create index listed_vehicles_make_model_idx on public.listed_vehicles (make, model, created_at desc);
create index listed_vehicles_model_idx on public.listed_vehicles (model);
create index listed_vehicles_featured_idx on public.listed_vehicles (created_at desc, id) where featured and not sold;
create index listed_vehicles_search_idx on public.listed_vehicles using gin (search extensions.gin_trgm_ops);

alter table public.listed_vehicles enable row level security;
revoke all on public.listed_vehicles from anon, authenticated, service_role;
grant select on public.listed_vehicles to anon, authenticated, service_role;
create policy "everyone sees listed vehicles" on public.listed_vehicles
  for select to anon, authenticated using (true);

create trigger listed_vehicles_changed after insert or update or delete on public.listed_vehicles
  for each statement execute function forecourt.notify_change();

-- Without case, accents and hyphens: what stands between two words is one space. site/app/lib/search-filter.ts does the
-- same to what is typed.
create function forecourt.search_text(_text text) returns text
language sql immutable set search_path = '' as $$
  select trim(regexp_replace(
    lower(regexp_replace(normalize(_text, NFKD), '[\u0300-\u036f]+', '', 'g')),
    '[\s\u2010-\u2015-]+', ' ', 'g'))
$$;

create function forecourt.refresh_listed_vehicles(_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Changes of a vehicle and of its pictures take their turns; each then sees what the other left.
  perform from public.vehicles where id = any (_ids) order by id for no key update;

  delete from public.listed_vehicles l
  where l.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = l.id);

  insert into public.listed_vehicles as l
  select v.id, v.make, v.model, v.year, v.price, v.mileage, v.fuel_type, v.transmission, v.featured, v.sold,
    case when v.sold then v.sold_expiry_date else 'infinity' end, v.created_at, v.updated_at,
    concat_ws(' ', names.text, forecourt.search_text(v.description), replace(names.text, ' ', '')),
    jsonb_build_object(
      'title', v.title, 'description', left(v.description, 600), 'sold_expiry_date', v.sold_expiry_date,
      'image', i.image_url, 'placeholder', i.placeholder)
  from public.vehicles v
  cross join lateral (
    select forecourt.search_text(concat_ws(' ', v.title, v.make, v.model)) as text
  ) names
  cross join lateral (
    select image_url, placeholder from public.vehicle_images
    where vehicle_id = v.id order by is_primary desc, display_order limit 1
  ) i
  where v.id = any (_ids)
  on conflict (id) do update set
    make = excluded.make, model = excluded.model, year = excluded.year, price = excluded.price,
    mileage = excluded.mileage, fuel_type = excluded.fuel_type, transmission = excluded.transmission,
    featured = excluded.featured, sold = excluded.sold, listed_until = excluded.listed_until,
    created_at = excluded.created_at, updated_at = excluded.updated_at, search = excluded.search, card = excluded.card
  where l is distinct from excluded;
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

create function forecourt.list_vehicles_of_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.refresh_listed_vehicles(array(select distinct vehicle_id from pictures));
  return null;
end
$$;

create trigger vehicles_list_added after insert on public.vehicles
  referencing new table as saved for each statement execute function forecourt.list_saved_vehicles();
create trigger vehicles_list_changed after update on public.vehicles
  referencing new table as saved for each statement execute function forecourt.list_saved_vehicles();
create trigger vehicle_images_list_added after insert on public.vehicle_images
  referencing new table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
create trigger vehicle_images_list_changed after update on public.vehicle_images
  referencing new table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
-- A picture that moves to another vehicle leaves one behind.
create trigger vehicle_images_list_left after update on public.vehicle_images
  referencing old table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
create trigger vehicle_images_list_removed after delete on public.vehicle_images
  referencing old table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
