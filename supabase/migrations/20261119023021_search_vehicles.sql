set check_function_bodies = off;

drop function public.find_search_titles();

-- For filters and searches by what few vehicles have.
create index listed_vehicles_body_type_idx on public.listed_vehicles (body_type, created_at desc) where body_type is not null;
create index listed_vehicles_colour_idx on public.listed_vehicles (colour, created_at desc) where colour is not null;
create index listed_vehicles_seats_idx on public.listed_vehicles (seats, created_at desc) where seats is not null;

-- A page of the vehicles that match a search, with the best first: those whose names contain the words, then those that
-- mention them elsewhere, then those that contain what was typed but do not mean it. Sold vehicles come last among equals.
-- `total` and `matches` (all but the last group) are exact up to 10,000, beyond which they are 10,001. Each of the first two
-- groups is part of the next, so counts alone tell which groups a page is in. A group of up to 1,000 is read and sorted; a
-- larger one is read in the order of an index, unless the page is near its end.
create or replace function public.search_vehicles(
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
  _from constant text := 'from public.searched_vehicles l where l.listed_until >= forecourt.london_today() and ';
  _words constant jsonb := coalesce(_search -> 'words', '[]');
  _filters text;
  _wanted text;
  _matches text;
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
    _groups := array[_wanted || ' and ' || forecourt.word_conditions(_words, 'names', 'start')];
    execute format('select count(*) from (select %s limit %s) as found', _from || _groups[1],
      greatest(_few, _offset + _limit) + 1) into _size;
    _sizes := array[_size];
    _groups := _groups || format('%s and (%s) is not true', _matches, _groups[1]);
  else
    _groups := array[_matches];
  end if;
  _sizes := _sizes || (_matching - least(_size, _matching));
  _total := _matching;
  if length(_search ->> 'text') > 0 and _matching <= _most then
    _groups := _groups || format('%s and (l.search like %L or (%s)) and (%s) is not true', _filters,
      forecourt.search_pattern(_search ->> 'text', 'typed'),
      (select coalesce(string_agg(format('l.names like %L', forecourt.search_pattern(piece, 'start')), ' and '), 'false')
        from jsonb_array_elements_text(_search -> 'pieces') as piece), _matches);
    execute format('select count(*) from (select %s limit %s) as found', _from || _groups[array_upper(_groups, 1)],
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
        _columns, _from || _groups[n],
        case when _best then format('(%s) is true desc, sold, ', _whole) end, _order, _skip, _left)
      when _best then format(
        'select %1$s from (
          (select * %2$s and not l.sold order by created_at desc, id limit %3$s)
          union all (select * %2$s and l.sold order by created_at desc, id limit %3$s)) as l offset %4$s limit %5$s',
        _columns, _from || _groups[n], _skip + _left, _skip, _left)
      else format('select %1$s %2$s order by %3$s, id offset %4$s limit %5$s',
        _columns, _from || _groups[n], _order, _skip, _left)
    end) into _more;
    _rows := _rows || _more;
    _left := _left - jsonb_array_length(_more);
    _skip := greatest(_skip - _sizes[n], 0);
  end loop;

  return jsonb_build_object('vehicles', _rows, 'total', _total, 'matches', _matching);
end
$$;

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

reset check_function_bodies;
