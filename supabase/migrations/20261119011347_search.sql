set check_function_bodies = off;

drop view public.searched_vehicles;

alter table public.listed_vehicles
  add column body_type text,
  add column colour text,
  add column doors integer,
  add column seats integer,
  add column hybrid_type text,
  add column drivetrain text,
  add column meets_ulez boolean,
  add column names text not null default '',
  alter column names set storage external;

create index listed_vehicles_names_idx on public.listed_vehicles using gin (names extensions.gin_trgm_ops);

create index listed_vehicles_sold_idx on public.listed_vehicles (created_at desc, id) where sold;

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

-- Bounds a search before anything is read or compared.
create function forecourt.check_search(_search jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(_search::text) > 8000 or jsonb_typeof(_search) is distinct from 'object'
    or jsonb_array_length(coalesce(_search -> 'words', '[]')) > 8
    or jsonb_array_length(coalesce(_search -> 'pieces', '[]')) > 8
    or length(_search ->> 'text') > 100
    or exists (
      select from jsonb_array_elements(coalesce(_search -> 'words', '[]')) as word where jsonb_array_length(word) > 8)
  then
    raise exception 'The search is too long.' using errcode = '22023';
  end if;
end
$$;

revoke all on function forecourt.check_search(jsonb) from public;

grant execute on function forecourt.check_search(jsonb) to anon, authenticated, service_role;

-- Features are part of the searched text.
create function forecourt.list_vehicles_of_features() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.refresh_listed_vehicles(array(select distinct vehicle_id from features));
  return null;
end
$$;

-- A pattern for one word, or several in a row, in `names` or `search` of listed_vehicles, where a space comes before and
-- after every word. The trigram index needs three characters, so one or two letters match only the start of a word, and
-- a single letter a whole word, unless it is all that was typed. `_at` is 'word', 'start', 'anywhere' or 'typed'.
create function forecourt.search_pattern(_text text, _at text) returns text
language sql immutable set search_path = '' as $$
  select case
      when _at = 'word' or (_at <> 'typed' and text ~ '^\w$') then '% ' || escaped || ' %'
      when _at = 'start' or text ~ '^\w{1,2}$' then '% ' || escaped || '%'
      else '%' || escaped || '%'
    end
  from (select text, regexp_replace(text, '([\\%_])', '\\\1', 'g') as escaped
    from (select left(forecourt.search_text(_text), 100) as text) as plain) as literal
$$;

revoke all on function forecourt.search_pattern(text, text) from public;

grant execute on function forecourt.search_pattern(text, text) to anon, authenticated, service_role;

-- SQL for the conditions, for use in a query of listed_vehicles. Unknown keys are refused, because ignoring a condition
-- would find too much.
create function forecourt.vehicle_conditions(_wanted jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  _key text;
  _value jsonb;
  _sql text := 'true';
begin
  for _key, _value in select key, value from jsonb_each(coalesce(_wanted, '{}')) loop
    _sql := _sql || ' and ' || case
      when _key in ('make', 'model', 'fuel_type', 'transmission', 'body_type', 'colour', 'hybrid_type', 'drivetrain')
        then format('l.%I = any (%L::text[])', _key, array(select jsonb_array_elements_text(_value)))
      when _key in ('doors', 'seats')
        then format('l.%I = any (%L::integer[])', _key, array(select jsonb_array_elements_text(_value)))
      when _key = 'meets_ulez' then 'l.meets_ulez'
      when _key in ('min_price', 'min_year', 'min_mileage', 'min_seats')
        then format('l.%I >= %s', substr(_key, 5), (_value #>> '{}')::bigint)
      when _key in ('max_price', 'max_year', 'max_mileage', 'max_seats')
        then format('l.%I <= %s', substr(_key, 5), (_value #>> '{}')::bigint)
    end;
  end loop;
  if _sql is null then
    raise exception 'A condition of the search is unknown.' using errcode = '22023';
  end if;
  return _sql;
end
$$;

revoke all on function forecourt.vehicle_conditions(jsonb) from public;

grant execute on function forecourt.vehicle_conditions(jsonb) to anon, authenticated, service_role;

-- Which of these listed vehicles match the search. For alerts: vehicles that only mention the words do not count.
create function forecourt.vehicles_matching(_search jsonb, _ids uuid[]) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  perform forecourt.check_search(_search);
  return query execute format(
    'select l.id from public.listed_vehicles l
    where l.id = any ($1) and l.listed_until >= forecourt.london_today() and %s and %s and %s',
    forecourt.vehicle_conditions(_search -> 'filters'), forecourt.vehicle_conditions(_search -> 'wanted'),
    forecourt.word_conditions(_search -> 'words', 'search', 'anywhere')) using _ids;
end
$$;

revoke all on function forecourt.vehicles_matching(jsonb, uuid[]) from public;

-- SQL for the words that the vehicle's text must contain: an array of words, each with its alternatives.
create function forecourt.word_conditions(_words jsonb, _column text, _at text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(format('l.%I like any (%L::text[])', _column, array(
    select forecourt.search_pattern(alternative, _at) from jsonb_array_elements_text(word) as alternative
  )), ' and '), 'true')
  from jsonb_array_elements(coalesce(_words, '[]')) as word
$$;

revoke all on function forecourt.word_conditions(jsonb, text, text) from public;

grant execute on function forecourt.word_conditions(jsonb, text, text) to anon, authenticated, service_role;

-- The titles of the newest vehicles, from which the search learns names to recognise and to correct typing errors.
create function public.find_search_titles() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(distinct title), '[]') from (
    select card ->> 'title' as title from public.searched_vehicles
    where listed_until >= forecourt.london_today() order by created_at desc, id limit 2000) as newest
$$;

grant execute on function public.find_search_titles() to anon, authenticated, service_role;

-- A page of the vehicles that match a search, with the best first: those whose names contain the words, then those that
-- mention them elsewhere, then those that contain what was typed but do not mean it. Sold vehicles come last among equals.
-- `total` and `matches` (all but the last group) are exact up to 10,000, beyond which they are 10,001. Each group contains
-- the one before it, so that counts alone tell which groups the page is in. A group of up to 10,000 is read and sorted; a
-- larger one is read in the order of an index.
create function public.search_vehicles(
  _search jsonb, _sort text default 'best_match', _offset integer default 0, _limit integer default 20
) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Response cache: only listed_vehicles, listed_vehicle_counts and vehicle_identity are read by execute.
declare
  _most constant integer := 10000;
  _columns constant text := 'l.id, l.make, l.model, l.year, l.price, l.mileage, l.fuel_type, l.transmission, l.featured,
    l.sold, l.card, l.was_price, l.was_until, l.reserved_until';
  _best constant boolean := _sort = 'best_match';
  _order constant text := case _sort
    when 'best_match' then 'created_at desc' when 'created_at_desc' then 'created_at desc'
    when 'price_asc' then 'price' when 'price_desc' then 'price desc'
    when 'year_asc' then 'year' when 'year_desc' then 'year desc'
    when 'mileage_asc' then 'mileage' when 'mileage_desc' then 'mileage desc' end;
  _from constant text := 'from public.searched_vehicles l where l.listed_until >= forecourt.london_today() and ';
  _words constant jsonb := coalesce(_search -> 'words', '[]');
  _filters text;
  _wanted text;
  -- The groups, each of which contains the one before.
  _groups text[];
  _counts integer[] := '{}';
  _group text;
  _mention text;
  _count integer;
  _whole text;
  _rows jsonb := '[]';
  _more jsonb;
  _skip integer := _offset;
  _before integer := 0;
begin
  perform forecourt.check_search(_search);
  if _order is null or _offset not between 0 and _most or _limit not between 0 and 100 then
    raise exception 'The page of the search does not exist.' using errcode = '22023';
  end if;

  _filters := forecourt.vehicle_conditions(_search -> 'filters');
  _wanted := _filters || ' and ' || forecourt.vehicle_conditions(_search -> 'wanted');
  _whole := forecourt.word_conditions(_words, 'names', 'word');
  if _best and jsonb_array_length(_words) > 0 then
    _groups := array[_wanted || ' and ' || forecourt.word_conditions(_words, 'names', 'start')];
  end if;
  _groups := _groups || (_wanted || ' and ' || forecourt.word_conditions(_words, 'search', 'anywhere'));
  if _search ? 'registration' then
    _groups[array_upper(_groups, 1)] := format('((%s) or l.id in (select vehicle_id from public.vehicle_identity where registration = %L))',
      _groups[array_upper(_groups, 1)], _search ->> 'registration');
  end if;

  foreach _group in array _groups loop
    execute format('select count(*) from (select %s limit %s) as found', _from || _group, _most + 1) into _count;
    _counts := _counts || _count;
  end loop;
  if length(_search ->> 'text') > 0 then
    _mention := format('%s and (l.search like %L or (%s))', _filters,
      forecourt.search_pattern(_search ->> 'text', 'typed'),
      (select coalesce(string_agg(format('l.names like %L', forecourt.search_pattern(piece, 'start')), ' and '), 'false')
        from jsonb_array_elements_text(_search -> 'pieces') as piece));
    if _count <= _most then
      execute format('select count(*) from ((select l.id %s limit %s) union (select l.id %s limit %s) limit %s) as found',
        _from || _groups[array_upper(_groups, 1)], _most + 1, _from || _mention, _most + 1, _most + 1) into _count;
    end if;
    _groups := _groups || _mention;
    _counts := _counts || _count;
  end if;

  for n in 1 .. array_upper(_groups, 1) loop
    exit when _limit - jsonb_array_length(_rows) <= 0;
    _group := _groups[n];
    if n > 1 then _group := format('(%s) and (%s) is not true', _group, _groups[n - 1]); end if;
    if _counts[n] - _before <= _skip and _counts[n] <= _most then
      _skip := _skip - (_counts[n] - _before);
    else
      execute format('select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (%s) as page', case
        -- `offset 0` keeps the planner from reading an index in order until it has found enough of these few.
        when _counts[n] <= _most then format(
          'select %1$s from (select * %2$s offset 0) as l order by %3$s %4$s, id offset %5$s limit %6$s',
          _columns, _from || _group,
          case when _best then format('(%s) is true desc, sold, ', _whole) end, _order, _skip, _limit - jsonb_array_length(_rows))
        when _best then format(
          'select %1$s from (
            (select * %2$s and not l.sold order by created_at desc, id limit %3$s)
            union all (select * %2$s and l.sold order by created_at desc, id limit %3$s)) as l offset %4$s limit %5$s',
          _columns, _from || _group, _skip + _limit, _skip, _limit - jsonb_array_length(_rows))
        else format('select %1$s %2$s order by %3$s, id offset %4$s limit %5$s',
          _columns, _from || _group, _order, _skip, _limit - jsonb_array_length(_rows))
      end) into _more;
      _rows := _rows || _more;
      _skip := greatest(_skip - greatest(_counts[n] - _before, 0), 0);
    end if;
    _before := _counts[n];
  end loop;

  return jsonb_build_object('vehicles', _rows, 'total', _count,
    'matches', _counts[array_upper(_counts, 1) - case when _mention is null then 0 else 1 end]);
end
$$;

grant execute on function public.search_vehicles(jsonb, text, integer, integer) to anon, authenticated, service_role;

-- The trigram index needs three characters, and a space counts as one. Terms of one or two letters match only at the
-- start of a word, so every word needs a space before it, including the first. site/app/lib/search-filter.ts builds
-- such patterns.
create or replace view forecourt.vehicle_listings as
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

create trigger vehicle_features_list_added after insert on public.vehicle_features
  referencing new table as features for each statement execute function forecourt.list_vehicles_of_features();

create trigger vehicle_features_list_changed after update on public.vehicle_features
  referencing new table as features for each statement execute function forecourt.list_vehicles_of_features();

-- For the vehicle that a feature is moved away from.
create trigger vehicle_features_list_left after update on public.vehicle_features
  referencing old table as features for each statement execute function forecourt.list_vehicles_of_features();

create trigger vehicle_features_list_removed after delete on public.vehicle_features
  referencing old table as features for each statement execute function forecourt.list_vehicles_of_features();

reset check_function_bodies;

select forecourt.rebuild_listed_vehicles();
