-- What the lists show of a vehicle, said once: for the triggers, and for making the whole of it anew.
create view forecourt.vehicle_listings as
  select v.id, v.make, v.model, v.year, v.price, v.mileage, v.fuel_type, v.transmission, v.featured, v.sold,
    case when v.sold then v.sold_expiry_date else 'infinity' end as listed_until, v.created_at, v.updated_at,
    concat_ws(' ', names.text, forecourt.search_text(v.description), replace(names.text, ' ', '')) as search,
    jsonb_build_object(
      'title', v.title, 'description', left(v.description, 600), 'sold_expiry_date', v.sold_expiry_date,
      'image', i.image_url, 'placeholder', i.placeholder) as card
  from public.vehicles v
  cross join lateral (
    -- `offset 0`: made once, though it is used twice.
    select forecourt.search_text(concat_ws(' ', v.title, v.make, v.model)) as text offset 0
  ) names
  cross join lateral (
    select image_url, placeholder from public.vehicle_images
    where vehicle_id = v.id order by is_primary desc, display_order limit 1
  ) i;
revoke all on forecourt.vehicle_listings from public, anon, authenticated, service_role;

create or replace function forecourt.refresh_listed_vehicles(_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Changes of a vehicle and of its pictures take their turns; each then sees what the other left.
  perform from public.vehicles where id = any (_ids) order by id for no key update;

  delete from public.listed_vehicles l
  where l.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = l.id);

  insert into public.listed_vehicles as l
  select * from forecourt.vehicle_listings where id = any (_ids)
  on conflict (id) do update set
    make = excluded.make, model = excluded.model, year = excluded.year, price = excluded.price,
    mileage = excluded.mileage, fuel_type = excluded.fuel_type, transmission = excluded.transmission,
    featured = excluded.featured, sold = excluded.sold, listed_until = excluded.listed_until,
    created_at = excluded.created_at, updated_at = excluded.updated_at, search = excluded.search, card = excluded.card
  where l is distinct from excluded;
end
$$;

-- After vehicles were brought in behind the triggers' backs, or were restored without the lists: for the owner of the
-- database alone. A million take minutes; meanwhile vehicles can be read, and not changed.
create function forecourt.rebuild_listed_vehicles() returns bigint
language plpgsql set search_path = '' as $$
declare
  _listed bigint;
begin
  lock table public.vehicles, public.vehicle_images in share row exclusive mode;
  -- Counted once at the end: a trigger would hold the rows in memory until it has counted them.
  alter table public.listed_vehicles disable trigger user;
  delete from public.listed_vehicles;
  insert into public.listed_vehicles select * from forecourt.vehicle_listings;
  get diagnostics _listed = row_count;
  alter table public.listed_vehicles enable trigger user;
  perform forecourt.recount_listed_vehicles();
  perform pg_catalog.pg_notify('forecourt_changes', 'listed_vehicles');
  return _listed;
end
$$;
revoke all on function forecourt.rebuild_listed_vehicles() from public, anon, authenticated, service_role;
