set check_function_bodies = off;

-- Finds the vehicles with news that up to `_most` saved searches, in the order of their ids after `_after`, match now and
-- did not match before: because they could not be bought, or were too dear. Returns the last id, or null at the end.
-- Most searches are for other makes or lower prices, and are left out before any is compared with the vehicles.
create or replace function forecourt.match_vehicle_news(_ids uuid[], _after uuid, _most integer default 50) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  _last uuid;
  _alerts uuid[];
  _search jsonb;
  _most_price numeric;
  _for_sale uuid[];
  _makes text[];
  _cheapest numeric;
begin
  select array_agg(v.id), array_agg(distinct v.make), min(v.price) into _for_sale, _makes, _cheapest
  from public.vehicles v where v.id = any (_ids) and forecourt.is_for_sale(v);
  for _search, _alerts in
    select batch.search, array_agg(batch.id) from (
      select a.id, a.search from forecourt.alerts a
      where a.search is not null and a.id > _after and _for_sale is not null
        and coalesce(a.search #> '{filters,make}' ?| _makes, true)
        and coalesce(a.search #> '{wanted,make}' ?| _makes, true)
        and coalesce((a.search #>> '{filters,max_price}')::numeric >= _cheapest, true)
        and coalesce((a.search #>> '{wanted,max_price}')::numeric >= _cheapest, true)
      order by a.id limit _most
    ) batch group by batch.search
  loop
    _last := greatest(_last, (select max(id::text)::uuid from unnest(_alerts) as id));
    _most_price := least((_search #>> '{filters,max_price}')::numeric, (_search #>> '{wanted,max_price}')::numeric);
    with found as (
      insert into forecourt.alert_matches (alert_id, vehicle_id)
      select a.id, n.vehicle_id
      from forecourt.vehicles_matching(_search, _for_sale) as matching (id)
      join forecourt.vehicle_news n on n.vehicle_id = matching.id and (n.was_price is null or n.was_price > _most_price)
      join forecourt.alerts a on a.id = any (_alerts) and a.created_at < n.noted_at
      on conflict do nothing returning alert_id
    )
    update forecourt.alerts set is_due = true
    where id in (select alert_id from found) and confirmed_at is not null;
  end loop;
  return _last;
end
$$;

reset check_function_bodies;
