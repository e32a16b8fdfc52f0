-- The index knows three letters at least, and a space before a word counts as one: words of one or two letters are looked for
-- where a word begins, so the first word needs its space, too. site/app/lib/search-filter.ts asks so.
create or replace view forecourt.vehicle_listings as
  select v.id, v.make, v.model, v.year, v.price, v.mileage, v.fuel_type, v.transmission, v.featured, v.sold,
    case when v.sold then v.sold_expiry_date else 'infinity' end as listed_until, v.created_at, v.updated_at,
    concat_ws(' ', '', names.text, forecourt.search_text(v.description), replace(names.text, ' ', '')) as search,
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

select forecourt.rebuild_listed_vehicles();
