-- A new column of a vehicle is entered like the others, without a new version of the function that saves it.

-- Those that nobody enters. A column that the database or a service keeps is added here by the file that creates it.
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

-- As before: with the caller's rights, so that the policies of the four tables decide. A part that is null is left as it
-- is. A new vehicle takes a column's default where nothing is given.
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
  -- Their values follow from each other.
  _ruled constant text[] := array['description', 'featured', 'sold', 'sold_expiry_date'];
  _row public.vehicles;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
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

  -- The names come from the catalogue and are quoted; the values travel in the row.
  if _id is null then
    execute (
      select format(
        'insert into public.vehicles (%s) values (%s) returning id',
        string_agg(quote_ident(name), ', '), string_agg('($1).' || quote_ident(name), ', '))
      from unnest(forecourt.entered_vehicle_columns()) as entered (name)
      where _given ? name or name = any (_ruled)
    ) into _row.id using _row;
  else
    -- `updated_at` says "edited" also when only the parts differ; the trigger sets the value.
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
