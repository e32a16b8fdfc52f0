-- A vehicle with all its parts in one transaction: never a half-saved vehicle. Runs with the caller's rights, so the
-- policies of the four tables decide. A part that is null is left as it is.
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
  _row public.vehicles;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;

  if _id is null then
    _row := jsonb_populate_record(
      null::public.vehicles,
      jsonb_build_object('id', gen_random_uuid(), 'description', '', 'featured', false, 'sold', false)
        || jsonb_strip_nulls(_vehicle)
        || jsonb_build_object('created_at', now(), 'updated_at', now(), 'autotrader_id', null)
    );
  else
    select * into _row from public.vehicles where id = _id for update;
    if not found then
      raise exception 'Vehicle not found' using errcode = 'PT404';
    end if;
    if _row.updated_at <> _expected_updated_at::timestamptz then
      raise exception 'This vehicle was changed by someone else' using errcode = 'PT409';
    end if;
    _row := jsonb_populate_record(_row, _vehicle - array['id', 'created_at', 'updated_at', 'autotrader_id']);
  end if;
  _row.sold := coalesce(_row.sold, false);
  _row.featured := coalesce(_row.featured, false) and not _row.sold;
  _row.sold_expiry_date := case when _row.sold then _row.sold_expiry_date end;
  _row.description := coalesce(_row.description, '');

  if _id is null then
    insert into public.vehicles select _row.*;
  else
    update public.vehicles set
      title = _row.title, make = _row.make, model = _row.model, year = _row.year, price = _row.price,
      mileage = _row.mileage, fuel_type = _row.fuel_type, transmission = _row.transmission,
      description = _row.description, featured = _row.featured, sold = _row.sold,
      sold_expiry_date = _row.sold_expiry_date,
      updated_at = clock_timestamp() -- says "edited" also when only the parts differ; the trigger sets the value
    where id = _id;
  end if;
  perform forecourt.save_vehicle_parts(_row.id, _images, _features, _specifications);
  return query select * from public.vehicles where id = _row.id;
end
$$;

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
    -- A repeated name overwrites: it keeps its first place and takes the last value.
    insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value)
    select _vehicle_id, trim(spec ->> 'spec_key'), (array_agg(trim(spec ->> 'spec_value') order by position desc))[1]
    from jsonb_array_elements(_specifications) with ordinality as given (spec, position)
    where trim(spec ->> 'spec_key') <> '' and trim(spec ->> 'spec_value') <> ''
    group by trim(spec ->> 'spec_key')
    order by min(position);
  end if;
end
$$;

revoke all on function public.save_vehicle(jsonb, text[], text[], jsonb, text) from public, anon;
grant execute on function public.save_vehicle(jsonb, text[], text[], jsonb, text) to authenticated, service_role;
