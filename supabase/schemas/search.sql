-- The search for vehicles. supabase/functions/_shared/search turns what visitors type into the document that these
-- functions read (SearchQuery in conditions.ts), so that pages, suggestions and alerts mean the same by a search.

-- A pattern for one word, or several in a row, in `names` or `search` of listed_vehicles, where a space comes before and
-- after every word. The trigram index needs three characters, so one or two letters match only the start of a word, and
-- a single letter a whole word, unless `_at` is 'typed'. Otherwise it is 'word', 'start' or 'anywhere'.
create function forecourt.search_pattern(_text text, _at text) returns text
language sql immutable set search_path = '' as $$
  select case
      when _at = 'word' or (_at <> 'typed' and text ~ '^\w$') then '% ' || escaped || ' %'
      when _at = 'start' or (_at <> 'typed' and text ~ '^\w{1,2}$') then '% ' || escaped || '%'
      else '%' || escaped || '%'
    end
  from (select text, regexp_replace(text, '([\\%_])', '\\\1', 'g') as escaped
    from (select left(forecourt.search_text(_text), 100) as text) as plain) as literal
$$;
revoke all on function forecourt.search_pattern(text, text) from public;
grant execute on function forecourt.search_pattern(text, text) to anon, authenticated, service_role;

-- Whether the trigram index finds the words. It does if there is a word of which every spelling has three letters or digits
-- in a row, or is no longer than two, because then the start of a word is looked for.
create function forecourt.words_are_indexed(_words jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_array_length(_words) = 0 or exists (
    select from jsonb_array_elements(_words) as word
    where not exists (
      select from jsonb_array_elements_text(word) as alternative
      where forecourt.search_text(alternative) !~ '\w{3}|^\w{1,2}$'))
$$;
revoke all on function forecourt.words_are_indexed(jsonb) from public;
grant execute on function forecourt.words_are_indexed(jsonb) to anon, authenticated, service_role;

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

-- A page of the vehicles that match a search, with the best first: those whose names contain the words, then those that
-- mention them elsewhere, then those that contain what was typed but do not mean it. Sold vehicles come last among equals.
-- `total` and `matches` (all but the last group) are exact up to 10,000, beyond which they are 10,001. Each of the first two
-- groups is part of the next, so counts alone tell which groups a page is in. A group of up to 1,000 is read and sorted; a
-- larger one is read in the order of an index, unless the page is near its end. What no index finds, such as "%" or "mw" in
-- "BMW", is looked for in the newest 10,000 vehicles only.
create function public.search_vehicles(
  _search jsonb, _sort text default 'best_match', _offset integer default 0, _limit integer default 20
) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Response cache: only listed_vehicles, listed_vehicle_counts and vehicle_identity are read by execute.
declare
  _most constant integer := 10000;
  _few constant integer := 1000;
  _columns constant text := 'l.id, l.make, l.model, l.year, l.price, l.mileage, l.fuel_type, l.transmission, l.featured,
    l.sold, l.card, l.was_price, l.was_until, l.reserved_until';
  _best constant boolean := _sort = 'best_match';
  _order constant text := case _sort
    when 'best_match' then 'created_at desc' when 'created_at_desc' then 'created_at desc'
    when 'price_asc' then 'price' when 'price_desc' then 'price desc'
    when 'year_asc' then 'year' when 'year_desc' then 'year desc'
    when 'mileage_asc' then 'mileage' when 'mileage_desc' then 'mileage desc' end;
  -- As a constant, because Postgres would compute it for every row.
  _today constant date := forecourt.london_today();
  _all constant text := format('from public.searched_vehicles l where l.listed_until >= %L and ', _today);
  _newest constant text := format('from (select * from public.searched_vehicles
    where listed_until >= %L order by created_at desc, id limit %s) as l where ', _today, _most);
  _words constant jsonb := coalesce(_search -> 'words', '[]');
  _typed constant text := _search ->> 'text';
  _is_typed_indexed constant boolean := forecourt.search_text(_typed) ~ '\w{3}';
  _from text;
  _filters text;
  _wanted text;
  _matches text;
  _named text;
  -- Groups that do not overlap, and how many vehicles each contains.
  _groups text[] := '{}';
  _sizes integer[] := '{}';
  _size integer := 0;
  _total integer;
  _matching integer;
  _whole text;
  _rows jsonb := '[]';
  _more jsonb;
  _skip integer := _offset;
  _left integer := _limit;
begin
  perform forecourt.check_search(_search);
  if _order is null or _offset not between 0 and _most or _limit not between 0 and 100 then
    raise exception 'The page of the search does not exist.' using errcode = '22023';
  end if;

  _from := case when forecourt.words_are_indexed(_words) then _all else _newest end;
  _filters := forecourt.vehicle_conditions(_search -> 'filters');
  _wanted := _filters || ' and ' || forecourt.vehicle_conditions(_search -> 'wanted');
  _whole := forecourt.word_conditions(_words, 'names', 'word');
  _matches := _wanted || ' and ' || forecourt.word_conditions(_words, 'search', 'anywhere');
  if _search ? 'registration' then
    _matches := format('((%s) or l.id in (select vehicle_id from public.vehicle_identity where registration = %L))',
      _matches, _search ->> 'registration');
  end if;

  execute format('select count(*) from (select %s limit %s) as found', _from || _matches, _most + 1) into _matching;
  if _best and _matching > 0 and jsonb_array_length(_words) > 0 then
    _named := _wanted || ' and ' || forecourt.word_conditions(_words, 'names', 'start');
    _groups := array[_from || _named];
    execute format('select count(*) from (select %s limit %s) as found', _groups[1],
      greatest(_few, _offset + _limit) + 1) into _size;
    _sizes := array[_size];
    _groups := _groups || format('%s and (%s) is not true', _from || _matches, _named);
  else
    _groups := array[_from || _matches];
  end if;
  _sizes := _sizes || (_matching - least(_size, _matching));
  _total := _matching;
  if length(_typed) > 0 and _matching <= _most then
    _groups := _groups || format('%s and (l.%I like %L or (%s)) and (%s) is not true',
      case when _is_typed_indexed then _all else _newest end || _filters,
      case when length(_typed) < 3 then 'names' else 'search' end, forecourt.search_pattern(_typed, 'typed'),
      (select coalesce(string_agg(format('l.names like %L', forecourt.search_pattern(piece, 'start')), ' and '), 'false')
        from jsonb_array_elements_text(_search -> 'pieces') as piece), _matches);
    execute format('select count(*) from (select %s limit %s) as found', _groups[array_upper(_groups, 1)],
      _most + 1 - _matching) into _size;
    _sizes := _sizes || _size;
    _total := _total + _size;
  end if;

  for n in 1 .. array_upper(_groups, 1) loop
    exit when _left <= 0;
    if _sizes[n] <= _skip and _sizes[n] < _most then
      _skip := _skip - _sizes[n];
      continue;
    end if;
    execute format('select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (%s) as page', case
      -- `offset 0` keeps the planner from reading an index in order until it has found enough of these few.
      when _sizes[n] <= _few or _sizes[n] <= _most and (_skip + _left) * 4 > _sizes[n] then format(
        'select %1$s from (select * %2$s offset 0) as l order by %3$s %4$s, id offset %5$s limit %6$s',
        _columns, _groups[n],
        case when _best then format('(%s) is true desc, sold, ', _whole) end, _order, _skip, _left)
      when _best then format(
        'select %1$s from (
          (select * %2$s and not l.sold order by created_at desc, id limit %3$s)
          union all (select * %2$s and l.sold order by created_at desc, id limit %3$s)) as l offset %4$s limit %5$s',
        _columns, _groups[n], _skip + _left, _skip, _left)
      else format('select %1$s %2$s order by %3$s, id offset %4$s limit %5$s',
        _columns, _groups[n], _order, _skip, _left)
    end) into _more;
    _rows := _rows || _more;
    _left := _left - jsonb_array_length(_more);
    _skip := greatest(_skip - _sizes[n], 0);
  end loop;

  return jsonb_build_object('vehicles', _rows, 'total', _total, 'matches', _matching);
end
$$;
grant execute on function public.search_vehicles(jsonb, text, integer, integer) to anon, authenticated, service_role;

-- The newest vehicles that are for sale, or sold but still listed. The search learns names from their titles, to recognise
-- and to correct them, and suggests them while visitors type.
create function public.find_search_vehicles() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'title', title, 'year', year, 'price', price, 'sold', sold) order by sold, created_at desc, id), '[]')
  from (
    select id, card ->> 'title' as title, year, price, sold, created_at from public.searched_vehicles
    where listed_until >= forecourt.london_today() order by created_at desc, id limit 2000) as newest
$$;
grant execute on function public.find_search_vehicles() to anon, authenticated, service_role;

-- SQL for the vehicles that a search finds, apart from its filters.
create function forecourt.found_vehicles(_search jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  _words constant jsonb := coalesce(_search -> 'words', '[]');
  _typed constant text := _search ->> 'text';
  -- As in search_vehicles, where no index finds what was typed.
  _is_new constant text := format('l.id in (select id from public.searched_vehicles
    where listed_until >= %L order by created_at desc, id limit 10000)', forecourt.london_today());
begin
  return format('(%s and %s and %s%s%s)',
    forecourt.vehicle_conditions(_search -> 'wanted'), forecourt.word_conditions(_words, 'search', 'anywhere'),
    case when forecourt.words_are_indexed(_words) then 'true' else _is_new end,
    case when _search ? 'registration' then format(
      ' or l.id in (select vehicle_id from public.vehicle_identity where registration = %L)', _search ->> 'registration') end,
    case when length(_typed) > 0 then format(' or (%s and (l.%I like %L or (%s)))',
      case when forecourt.search_text(_typed) ~ '\w{3}' then 'true' else _is_new end,
      case when length(_typed) < 3 then 'names' else 'search' end, forecourt.search_pattern(_typed, 'typed'),
      (select coalesce(string_agg(format('l.names like %L', forecourt.search_pattern(piece, 'start')), ' and '), 'false')
        from jsonb_array_elements_text(_search -> 'pieces') as piece)) end);
end
$$;
revoke all on function forecourt.found_vehicles(jsonb) from public;
grant execute on function forecourt.found_vehicles(jsonb) to anon, authenticated, service_role;

-- How many vehicles each option of a filter would find, under the other filters and the search. An option counts as if it
-- were the only one of its filter. Choosing a make clears the model, so makes are counted without it. Options that find
-- nothing are left out, 10,001 means more than 10,000, and `total` is the number that all filters find. Null if more
-- than 250,000 vehicles would have to be read, or 20,000 to search their texts, which are stored apart.
create function public.count_vehicle_options(_search jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Response cache: only listed_vehicles, listed_vehicle_counts and vehicle_identity are read by execute.
declare
  _most constant integer := 10000;
  _columns constant text[] :=
    '{make,model,fuel_type,transmission,body_type,colour,doors,seats,hybrid_type,meets_ulez}';
  _filters constant jsonb := coalesce(_search -> 'filters', '{}');
  _chosen constant jsonb := _filters - array(select jsonb_object_keys(_filters) except select unnest(_columns));
  _has_words constant boolean := length(_search ->> 'text') > 0 or jsonb_array_length(_search -> 'words') > 0;
  _limit constant integer := case when _has_words then 20000 else 250000 end;
  _counts jsonb;
begin
  perform forecourt.check_search(_search);
  -- The vehicles that meet all other conditions are read once, and counted for each filter under the conditions of the others.
  execute format(
    'with counted as (
      select %1$s, grouping(%1$s) = (1 << %2$s) - 1 as is_all, count(*) as found,
        count(*) filter (where %3$s) as total, %4$s
      from (
        select %1$s from public.searched_vehicles l where l.listed_until >= %5$L and %6$s and %7$s limit %8$L) as l
      group by grouping sets ((), %1$s))
    select jsonb_build_object(''total'', least(a.total, %9$s), %10$s) from counted a where is_all and a.found <= %11$s',
    array_to_string(_columns, ', '), array_length(_columns, 1), forecourt.vehicle_conditions(_chosen),
    (select string_agg(format('count(*) filter (where %s) as %I',
        forecourt.vehicle_conditions(_chosen - name - case name when 'make' then 'model' else '' end), name || '_total'), ', ')
      from unnest(_columns) as name),
    forecourt.london_today(), forecourt.vehicle_conditions(_filters - _columns), forecourt.found_vehicles(_search),
    _limit + 1, _most + 1,
    (select string_agg(format(
        '%1$L, (select coalesce(jsonb_object_agg(%1$I, least(%2$I, %3$s)), ''{}'') from counted
          where %1$I is not null and %2$I > 0)', name, name || '_total', _most + 1), ', ')
      from unnest(_columns) as name),
    _limit) into _counts;
  return _counts;
end
$$;
grant execute on function public.count_vehicle_options(jsonb) to anon, authenticated, service_role;
