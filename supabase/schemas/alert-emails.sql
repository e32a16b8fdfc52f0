-- Decides what alerts are sent. A periodic job calls match_vehicle_news for each batch of searches, then
-- note_vehicle_news, then queue_alert_emails.

-- The vehicles whose place in the lists has changed since the job last looked. Without a foreign key, because the rows
-- live for a minute and imports write many.
create table forecourt.vehicle_news (
  vehicle_id uuid primary key,
  noted_at timestamptz not null default clock_timestamp(),
  -- The highest price before the changes that are still waiting, infinite if buyers had to ask for it; null if the vehicle could not be bought.
  was_price numeric
);
alter table forecourt.vehicle_news enable row level security;
create index vehicle_news_noted_at_idx on forecourt.vehicle_news (noted_at);
revoke all on forecourt.vehicle_news from public, anon, authenticated, service_role;

create function forecourt.record_vehicle_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into forecourt.vehicle_news (vehicle_id) select id from now_listed order by id
    on conflict (vehicle_id) do update set noted_at = clock_timestamp(), was_price = null;
  else
    insert into forecourt.vehicle_news as known (vehicle_id, was_price)
    select id, case when not o.sold and o.reserved_until is null then coalesce(o.price, 'infinity') end
    from now_listed n join was_listed o using (id)
    where (n.sold, n.reserved_until, n.price) is distinct from (o.sold, o.reserved_until, o.price) order by id
    on conflict (vehicle_id) do update set noted_at = clock_timestamp(),
      was_price = case when known.was_price is not null and excluded.was_price is not null
        then greatest(known.was_price, excluded.was_price) end;
  end if;
  return null;
end
$$;
revoke all on function forecourt.record_vehicle_news() from public, anon, authenticated, service_role;
create trigger listed_vehicles_news_added after insert on public.listed_vehicles
  referencing new table as now_listed for each statement execute function forecourt.record_vehicle_news();
create trigger listed_vehicles_news_changed after update on public.listed_vehicles
  referencing old table as was_listed new table as now_listed
  for each statement execute function forecourt.record_vehicle_news();

create function forecourt.is_for_sale(_vehicle public.vehicles) returns boolean
language sql stable set search_path = '' as $$
  select forecourt.state_on(_vehicle, forecourt.lacks_picture(_vehicle), forecourt.london_today()) = 'Listed'
$$;
revoke all on function forecourt.is_for_sale(public.vehicles) from public, anon, authenticated, service_role;

-- Finds the vehicles with news that up to `_most` saved searches, in the order of their ids after `_after`, match now and
-- did not match before: because they could not be bought, or were too dear. Returns the last id, or null at the end.
-- Most searches are for other makes or lower prices, and are left out before any is compared with the vehicles.
create function forecourt.match_vehicle_news(_ids uuid[], _after uuid, _most integer default 50) returns uuid
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
revoke all on function forecourt.match_vehicle_news(uuid[], uuid, integer) from public, anon, authenticated, service_role;

-- Marks the alerts about vehicles with news, and takes the news off the list, unless there is more since `_noted`.
create function forecourt.note_vehicle_news(_ids uuid[], _noted timestamptz[]) returns void
language sql security definer set search_path = '' as $$
  update forecourt.alerts set is_due = true
  where vehicle_id = any (_ids) and confirmed_at is not null and not is_due;
  delete from forecourt.vehicle_news n using unnest(_ids, _noted) as taken (id, noted_at)
  where n.vehicle_id = taken.id and n.noted_at = taken.noted_at;
$$;
revoke all on function forecourt.note_vehicle_news(uuid[], timestamptz[]) from public, anon, authenticated, service_role;

-- What an alert has to say about a vehicle, given what the subscriber knows: 'price', 'sold', 'back', or null. Only a
-- vehicle that can be bought now is ever said to be cheaper or back on sale.
create function forecourt.alert_news(
  _vehicle public.vehicles, _known_price numeric, _known_sold boolean
) returns text
language sql stable set search_path = '' as $$
  select case forecourt.state_on(_vehicle, forecourt.lacks_picture(_vehicle), forecourt.london_today())
    when 'Sold' then case when not _known_sold then 'sold' end
    when 'Listed' then case
      when _known_sold then 'back'
      when forecourt.shown_price(_vehicle) < _known_price then 'price' end
  end
$$;
revoke all on function forecourt.alert_news(public.vehicles, numeric, boolean)
  from public, anon, authenticated, service_role;

-- Queues one email for each of up to `_most` subscribers with news, and records what it says in the same transaction.
-- No subscriber gets an email within 24 hours of the last one, or while one has not been sent yet; their news waits.
-- Returns the number of subscribers looked at.
create function forecourt.queue_alert_emails(_most integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _most_matches constant integer := 12;
  _subscriber forecourt.alert_subscribers;
  _items jsonb;
  _found jsonb;
  _looked_at integer := 0;
begin
  for _subscriber in
    select s.* from forecourt.alert_subscribers s
    where exists (select from forecourt.alerts a where a.subscriber_id = s.id and a.is_due)
      and coalesce(s.emailed_at, '-infinity') <= now() - interval '24 hours'
      and not exists (
        select from public.email_outbox o
        where o.recipient = s.email and o.template = 'vehicle-alert'
          and (o.status <> 'sent' or o.sent_at > now() - interval '24 hours'))
    order by s.id limit _most for update of s skip locked
  loop
    _looked_at := _looked_at + 1;
    with due as (
      select a.id, v.id as vehicle_id, a.known_price, forecourt.shown_price(v) as price,
        forecourt.alert_news(v, a.known_price, a.known_sold) as news
      from forecourt.alerts a join public.vehicles v on v.id = a.vehicle_id
      where a.subscriber_id = _subscriber.id and a.is_due and a.confirmed_at is not null
    ), told as (
      update forecourt.alerts a set is_due = false,
        known_sold = case due.news when 'sold' then true when 'back' then false else a.known_sold end,
        -- A price that was on application until now is not news.
        known_price = case when due.news in ('price', 'back') or a.known_price is null then due.price else a.known_price end
      from due where a.id = due.id
    )
    select jsonb_agg(jsonb_build_object('alert', id, 'vehicle', vehicle_id, 'news', news, 'was', known_price)
      order by news, vehicle_id) into _items
    from due where news is not null;

    -- A match that cannot be bought now is forgotten, and found again when it can.
    with waiting as (
      select a.id, a.search, array_agg(v.id) filter (where forecourt.is_for_sale(v)) as for_sale
      from forecourt.alerts a
      join forecourt.alert_matches u on u.alert_id = a.id and not u.is_told
      join public.vehicles v on v.id = u.vehicle_id
      where a.subscriber_id = _subscriber.id and a.confirmed_at is not null group by a.id
    ), kept as materialized (
      select w.id, matching.id as vehicle_id
      from waiting w, forecourt.vehicles_matching(w.search, w.for_sale) as matching (id)
    )
    delete from forecourt.alert_matches m using waiting w
    where m.alert_id = w.id and not m.is_told
      and not exists (select from kept k where k.id = m.alert_id and k.vehicle_id = m.vehicle_id);
    with told as (
      update forecourt.alert_matches m set is_told = true
      where (m.alert_id, m.vehicle_id) in (
        select u.alert_id, u.vehicle_id from forecourt.alert_matches u join forecourt.alerts a on a.id = u.alert_id
        where a.subscriber_id = _subscriber.id and a.confirmed_at is not null and not u.is_told
        order by u.found_at, u.vehicle_id limit _most_matches)
      returning m.alert_id, m.vehicle_id
    )
    select jsonb_agg(jsonb_build_object('alert', min_alert, 'vehicle', vehicle_id, 'news', 'match', 'was', null))
    into _found from (select min(alert_id::text) as min_alert, vehicle_id from told group by vehicle_id) each_vehicle;
    update forecourt.alerts a set is_due = exists (
      select from forecourt.alert_matches m where m.alert_id = a.id and not m.is_told)
    where a.subscriber_id = _subscriber.id and a.search is not null and a.is_due;
    _items := nullif(coalesce(_items, '[]') || coalesce(_found, '[]'), '[]');
    if _items is not null then
      update forecourt.alert_subscribers set emailed_at = now() where id = _subscriber.id;
      insert into public.email_outbox (template, recipient, data)
      values ('vehicle-alert', _subscriber.email, jsonb_build_object('token', _subscriber.token, 'items', _items));
    end if;
  end loop;
  return _looked_at;
end
$$;
revoke all on function forecourt.queue_alert_emails(integer) from public, anon, authenticated, service_role;

-- What a queued email may still say when it is sent, which may be days later if the mail server was down: alerts that
-- have ended since, and vehicles that have been sold, reserved or withdrawn, are left out. What is left out counts as not
-- told, so that it is told when it is true again. Null if nothing is left.
create function forecourt.keep_true_items(_mail_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _all jsonb;
  _kept jsonb;
  _shown jsonb;
begin
  select data -> 'items' into _all from public.email_outbox where id = _mail_id for update;
  select jsonb_agg(i order by place), jsonb_agg(jsonb_build_object('news', i ->> 'news', 'vehicleId', v.id,
    'title', v.title, 'price', forecourt.shown_price(v)::float8, 'was', (i ->> 'was')::float8) order by place)
  into _kept, _shown
  from jsonb_array_elements(_all) with ordinality as items (i, place)
  join forecourt.alerts a on a.id = (i ->> 'alert')::uuid
  join public.vehicles v on v.id = (i ->> 'vehicle')::uuid
  where case i ->> 'news'
    when 'match' then forecourt.is_for_sale(v) and exists (select from forecourt.vehicles_matching(a.search, array[v.id]))
    else i ->> 'news' = forecourt.alert_news(v, (i ->> 'was')::numeric, i ->> 'news' = 'back') end;

  -- A match that is left out is found again when it can be bought.
  delete from forecourt.alert_matches m using jsonb_array_elements(_all) as i
  where i ->> 'news' = 'match' and m.vehicle_id = (i ->> 'vehicle')::uuid and m.alert_id = (i ->> 'alert')::uuid
    and not coalesce(_kept @> jsonb_build_array(i), false);
  update forecourt.alerts a set is_due = true, known_sold = case i ->> 'news' when 'price' then known_sold else not known_sold end,
    known_price = case when i ->> 'news' = 'price' then (i ->> 'was')::numeric else known_price end
  from jsonb_array_elements(_all) as i
  where a.id = (i ->> 'alert')::uuid and a.vehicle_id is not null
    and not coalesce(_kept @> jsonb_build_array(i), false);
  -- The price may have changed again since the email was queued.
  update forecourt.alerts a set known_price = forecourt.shown_price(v)
  from jsonb_array_elements(_kept) as i, public.vehicles v
  where a.id = (i ->> 'alert')::uuid and v.id = a.vehicle_id and i ->> 'news' <> 'sold' and not v.price_on_application;
  if _kept is distinct from _all then
    update public.email_outbox set data = jsonb_set(data, '{items}', coalesce(_kept, '[]')) where id = _mail_id;
  end if;
  return _shown;
end
$$;
revoke all on function forecourt.keep_true_items(uuid) from public, anon, authenticated, service_role;
