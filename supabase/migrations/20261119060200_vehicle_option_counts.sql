set check_function_bodies = off;

-- SQL for the vehicles that a search finds, apart from its filters.
create function forecourt.found_vehicles(_search jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  _words constant jsonb := coalesce(_search -> 'words', '[]');
  _typed constant text := _search ->> 'text';
  -- As in search_vehicles, where no index finds what was typed.
  _is_new constant text := 'l.id in (select id from public.searched_vehicles
    where listed_until >= forecourt.london_today() order by created_at desc, id limit 10000)';
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
-- nothing are left out, 10,001 means more than 10,000, and `total` is the number that all filters find. Null if a search by
-- words finds more than 20,000 vehicles: their texts, which are stored apart, would all have to be read.
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
  _limit constant integer := case when _has_words then 20000 end;
  _counts jsonb;
begin
  perform forecourt.check_search(_search);
  -- The vehicles that meet all other conditions are read once, and counted by their options.
  execute format(
    'with found as materialized (
      select %1$s, count(*) as vehicles from (
        select %1$s from public.searched_vehicles l
        where l.listed_until >= forecourt.london_today() and %2$s and %3$s limit %4$L) as l
      group by %1$s)
    select case when (select sum(vehicles) from found) > %5$L then null else jsonb_build_object(
      ''total'', (select least(coalesce(sum(vehicles), 0), %6$s) from found l where %7$s), %8$s) end',
    array_to_string(_columns, ', '), forecourt.vehicle_conditions(_filters - _columns), forecourt.found_vehicles(_search),
    _limit + 1, _limit, _most + 1, forecourt.vehicle_conditions(_chosen),
    (select string_agg(format(
        '%1$L, (select coalesce(jsonb_object_agg(option, vehicles), ''{}'') from (
          select l.%1$I as option, least(sum(vehicles), %2$s) as vehicles from found l
          where l.%1$I is not null and %3$s group by l.%1$I) as options)',
        name, _most + 1, forecourt.vehicle_conditions(_chosen - name - case name when 'make' then 'model' else '' end)), ', ')
      from unnest(_columns) as name)) into _counts;
  return _counts;
end
$$;

grant execute on function public.count_vehicle_options(jsonb) to anon, authenticated, service_role;

reset check_function_bodies;
