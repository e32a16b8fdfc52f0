set check_function_bodies = off;

drop function forecourt.ask_for_alert(text,uuid,boolean);
drop function forecourt.note_vehicle_news(integer);
drop function public.ask_for_my_alert(uuid);

-- The vehicles that a search has found since it was saved. Each is told once.
create table forecourt.alert_matches (
  alert_id uuid not null references forecourt.alerts on delete cascade,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  found_at timestamptz not null default now(),
  is_told boolean not null default false,
  primary key (alert_id, vehicle_id)
);

alter table forecourt.alert_matches enable row level security;

alter table forecourt.alerts alter column vehicle_id drop not null;

alter table forecourt.alerts add column search jsonb check (octet_length(search::text) <= 8000);

alter table forecourt.alerts add column path text check (length(path) <= 1000);

alter table forecourt.alerts add column label text check (length(label) <= 300);

alter table forecourt.vehicle_news add column was_price numeric;

alter table forecourt.alerts add constraint alerts_check CHECK (((num_nonnulls(vehicle_id, path) = 1) AND (num_nonnulls(search, path, label) = ANY (ARRAY[0, 3]))));

alter table forecourt.alerts add constraint alerts_subscriber_id_path_key UNIQUE (subscriber_id, path);

create index alert_matches_vehicle_id_idx on forecourt.alert_matches (vehicle_id);

create index alerts_search_idx on forecourt.alerts (id) where search is not null;

-- The alerts of an address, the newest first. A draft is left out, as if it had been deleted.
create or replace function forecourt.alerts_of(_emails text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'about', coalesce(a.label, v.title),
    'path', coalesce('/vehicles?' || a.path, '/vehicles/' || v.id), 'is_search', a.path is not null, 'email', s.email,
    'asked_at', a.created_at, 'confirmed_at', a.confirmed_at) order by a.created_at desc, a.id), '[]')
  from forecourt.alert_subscribers s
  join forecourt.alerts a on a.subscriber_id = s.id
  left join public.vehicles v on v.id = a.vehicle_id and not v.hidden
  where s.email = any (_emails) and (v.id is not null or a.path is not null)
$$;

-- What a queued email may still say when it is sent, which may be days later if the mail server was down: alerts that
-- have ended since, and vehicles that have been sold, reserved or withdrawn, are left out. What is left out counts as not
-- told, so that it is told when it is true again. Null if nothing is left.
create or replace function forecourt.keep_true_items(_mail_id uuid) returns jsonb
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

-- An account's alerts move to its new address. If there are alerts at the new address already, the two lists are joined.
create or replace function forecourt.move_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null or new.email is null
    or exists (select from forecourt.unproved_emails where user_id = new.id) then
    return null;
  end if;
  update public.email_outbox set recipient = lower(new.email)
  where recipient = lower(old.email) and template = 'vehicle-alert' and status in ('pending', 'sending');
  update forecourt.alert_subscribers set email = lower(new.email)
  where email = lower(old.email) and not exists (select from forecourt.alert_subscribers where email = lower(new.email));
  update forecourt.alerts a set subscriber_id = theirs.id
  from forecourt.alert_subscribers mine, forecourt.alert_subscribers theirs
  where mine.email = lower(old.email) and theirs.email = lower(new.email) and a.subscriber_id = mine.id
    and not exists (select from forecourt.alerts b
      where b.subscriber_id = theirs.id and (b.vehicle_id = a.vehicle_id or b.path = a.path));
  perform forecourt.end_alerts(lower(old.email));
  return null;
end
$$;

-- Queues one email for each of up to `_most` subscribers with news, and records what it says in the same transaction.
-- No subscriber gets an email within 24 hours of the last one, or while one has not been sent yet; their news waits.
-- Returns the number of subscribers looked at.
create or replace function forecourt.queue_alert_emails(_most integer default 200) returns integer
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
          and (o.status in ('pending', 'sending') or o.sent_at > now() - interval '24 hours'))
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
    delete from forecourt.alert_matches m using forecourt.alerts a, public.vehicles v
    where a.subscriber_id = _subscriber.id and a.confirmed_at is not null
      and m.alert_id = a.id and not m.is_told and v.id = m.vehicle_id
      and not (forecourt.is_for_sale(v) and exists (select from forecourt.vehicles_matching(a.search, array[v.id])));
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

create or replace function forecourt.record_vehicle_news() returns trigger
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

-- Adds an alert about a vehicle (`vehicle_id`) or a search (`search`, `path` and `label`). `_is_owner` says that the caller
-- has proved that the address is theirs; otherwise the alert waits for its owner to confirm it. Returns 'asked', whether or not the address has alerts already, 'gone' if visitors cannot
-- see the vehicle, 'full' to an owner with too many alerts, or 'busy' if too many addresses have been asked to confirm.
create function forecourt.ask_for_alert(_email text, _about jsonb, _is_owner boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  _most_confirmed constant integer := 50;
  _most_unconfirmed constant integer := 10;
  _most_asked_a_day constant integer := 500;
  _vehicle_id constant uuid := _about ->> 'vehicle_id';
  _subscriber forecourt.alert_subscribers;
begin
  if _vehicle_id is null then
    -- Refuses conditions that it does not know.
    perform forecourt.vehicles_matching(_about -> 'search', '{}');
  elsif not exists (select from public.vehicles where id = _vehicle_id and not hidden) then
    return 'gone';
  end if;
  if not _is_owner and (
    select count(*) from forecourt.alert_subscribers where asked_at > now() - interval '1 day'
  ) >= _most_asked_a_day then
    return 'busy';
  end if;
  insert into forecourt.alert_subscribers (email) values (lower(_email)) on conflict (email) do nothing;
  select * into strict _subscriber from forecourt.alert_subscribers where email = lower(_email) for update;
  if _is_owner and (
    select count(*) from forecourt.alerts where subscriber_id = _subscriber.id and confirmed_at is not null
  ) >= _most_confirmed then
    return 'full';
  end if;

  if _vehicle_id is not null then
    insert into forecourt.alerts as a (subscriber_id, vehicle_id, confirmed_at, known_price, known_sold)
    select _subscriber.id, v.id, case when _is_owner then now() end, forecourt.shown_price(v), v.sold
    from public.vehicles v where v.id = _vehicle_id
    on conflict (subscriber_id, vehicle_id) do update set confirmed_at = now(), is_due = true
    where a.confirmed_at is null and _is_owner;
  else
    insert into forecourt.alerts as a (subscriber_id, confirmed_at, search, path, label)
    values (_subscriber.id, case when _is_owner then now() end, _about -> 'search', _about ->> 'path', _about ->> 'label')
    on conflict (subscriber_id, path) do update set confirmed_at = now(), is_due = true
    where a.confirmed_at is null and _is_owner;
  end if;
  if _is_owner then
    return 'asked';
  end if;

  -- The newest stay, so that nobody can use up another person's places.
  delete from forecourt.alerts where id in (
    select id from forecourt.alerts where subscriber_id = _subscriber.id and confirmed_at is null
    order by created_at desc, id offset _most_unconfirmed);
  if _subscriber.asked_at is null and exists (
    select from forecourt.alerts where subscriber_id = _subscriber.id and confirmed_at is null
  ) then
    update forecourt.alert_subscribers set asked_at = now() where id = _subscriber.id;
    insert into public.email_outbox (template, recipient, data, expires_at) values ('alert-confirmation',
      _subscriber.email, jsonb_build_object('token', _subscriber.token), now() + forecourt.alert_confirmation_lifetime());
  end if;
  return 'asked';
end
$$;

revoke all on function forecourt.ask_for_alert(text, jsonb, boolean) from public, anon, authenticated, service_role;

create function forecourt.is_for_sale(_vehicle public.vehicles) returns boolean
language sql stable set search_path = '' as $$
  select forecourt.state_on(_vehicle, forecourt.lacks_picture(_vehicle), forecourt.london_today()) = 'Listed'
$$;

revoke all on function forecourt.is_for_sale(public.vehicles) from public, anon, authenticated, service_role;

-- Finds the vehicles with news that up to `_most` saved searches, in the order of their ids after `_after`, match now and
-- did not match before: because they could not be bought, or were too dear. Returns the last id, or null at the end.
create function forecourt.match_vehicle_news(_ids uuid[], _after uuid, _most integer default 50) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  _last uuid;
  _alerts uuid[];
  _search jsonb;
  _most_price numeric;
begin
  for _search, _alerts in
    select batch.search, array_agg(batch.id) from (
      select a.id, a.search from forecourt.alerts a
      where a.search is not null and a.id > _after order by a.id limit _most
    ) batch group by batch.search
  loop
    _last := greatest(_last, (select max(id::text)::uuid from unnest(_alerts) as id));
    _most_price := least((_search #>> '{filters,max_price}')::numeric, (_search #>> '{wanted,max_price}')::numeric);
    with found as (
      insert into forecourt.alert_matches (alert_id, vehicle_id)
      select a.id, v.id
      from forecourt.vehicles_matching(_search, _ids) as matching (id)
      join public.vehicles v on v.id = matching.id and forecourt.is_for_sale(v)
      join forecourt.vehicle_news n on n.vehicle_id = v.id and (n.was_price is null or n.was_price > _most_price)
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

-- `_about` as for forecourt.ask_for_alert.
create function public.ask_for_my_alert(_about jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  return forecourt.ask_for_alert(forecourt.own_email_or_refuse(), _about, true);
end
$$;

revoke all on function public.ask_for_my_alert(jsonb) from public, anon;

grant execute on function public.ask_for_my_alert(jsonb) to authenticated;

revoke all on forecourt.alert_matches from public, anon, authenticated, service_role;

reset check_function_bodies;
