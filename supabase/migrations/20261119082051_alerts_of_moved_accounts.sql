set check_function_bodies = off;

-- Adds an alert about a vehicle (`vehicle_id`) or a search (`search`, `path` and `label`). `_is_owner` says that the caller
-- has proved that the address is theirs; otherwise the alert waits for its owner to confirm it. Returns 'asked', whether or
-- not the address has alerts already, 'gone' if visitors cannot see the vehicle, 'full' to an owner with too many alerts, or
-- 'busy' if too many addresses have been asked to confirm.
create or replace function forecourt.ask_for_alert(_email text, _about jsonb, _is_owner boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
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
  if _is_owner and forecourt.places_for_alerts(_subscriber.id) = 0 then
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
  if coalesce(_subscriber.asked_at, '-infinity') <= now() - interval '1 day' and exists (
    select from forecourt.alerts where subscriber_id = _subscriber.id and confirmed_at is null
  ) and not exists (
    select from public.email_outbox
    where recipient = _subscriber.email and template = 'alert-confirmation' and status in ('pending', 'sending')
  ) then
    update forecourt.alert_subscribers set asked_at = now() where id = _subscriber.id;
    insert into public.email_outbox (template, recipient, data, expires_at) values ('alert-confirmation',
      _subscriber.email, jsonb_build_object('token', _subscriber.token), now() + forecourt.alert_confirmation_lifetime());
  end if;
  return 'asked';
end
$$;

-- Confirms the alerts that the page showed, the newest first, as far as there is room for them. What has changed since they
-- were asked for is news.
create or replace function forecourt.confirm_alerts(_token uuid, _ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _subscriber_id uuid;
  _confirmed integer;
begin
  update forecourt.alert_subscribers set asked_at = null where token = _token returning id into _subscriber_id;
  update forecourt.alerts set confirmed_at = now(), is_due = true where id in (
    select id from forecourt.alerts
    where subscriber_id = _subscriber_id and id = any (_ids) and confirmed_at is null
    order by created_at desc, id limit forecourt.places_for_alerts(_subscriber_id));
  get diagnostics _confirmed = row_count;
  return _confirmed;
end
$$;

-- Adds what one process has counted: an array of kind, search and times. Beyond a number of different searches and cars in a
-- week, only known ones are counted, so that a flood of searches cannot fill the table. Searches with words that are not
-- understood have a limit of their own, so that made-up words cannot displace makes and models. Adds nothing if the dealer
-- has switched the counting off.
create or replace function forecourt.count_wanted(_counts jsonb) returns void
language sql security definer set search_path = '' as $$
  with today as (
    select forecourt.monday(forecourt.london_today()) as week, 1000 as most
  ), counted as (
    select kind, wanted, wanted ? 'words' as has_words, least(sum(times), 100000)::integer as times
    from (
      select one ->> 'kind' as kind, forecourt.wanted_of(one -> 'search') as wanted, (one ->> 'times')::integer as times
      from jsonb_array_elements(_counts) as one
    ) given
    where wanted <> '{}' and octet_length(wanted::text) <= 1000
      and not exists (select from public.config where key = 'COUNT_WANTED' and value = 'false')
    group by 1, 2, 3
  ), known as (
    select kind, wanted, wanted ? 'words' as has_words from forecourt.wanted_counts where week = (select week from today)
  ), placed as (
    select c.*, k.wanted is not null as is_known,
      row_number() over (partition by c.kind, c.has_words, k.wanted is null order by c.times desc, c.wanted) as place
    from counted c left join known k using (kind, wanted)
  )
  insert into forecourt.wanted_counts as stored (week, kind, wanted, times)
  select today.week, placed.kind, placed.wanted, placed.times from placed, today
  where placed.is_known or placed.place + (
    select count(*) from known where known.kind = placed.kind and known.has_words = placed.has_words) <= today.most
  -- In one order, so that processes that write at once cannot deadlock.
  order by placed.kind, placed.wanted
  on conflict (week, kind, wanted) do update set times = least(stored.times + excluded.times, 1000000000)
$$;

-- An account's alerts move to its new address. If there are alerts at the new address already, the two lists are joined.
create or replace function forecourt.move_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null or new.email is null
    or exists (select from forecourt.unproved_emails where user_id = new.id) then
    return null;
  end if;
  -- A new token, because emails in the old mailbox contain the old one.
  update forecourt.alert_subscribers set email = lower(new.email), token = gen_random_uuid()
  where email = lower(old.email) and not exists (select from forecourt.alert_subscribers where email = lower(new.email));
  update public.email_outbox o set recipient = s.email, data = jsonb_set(o.data, '{token}', to_jsonb(s.token))
  from forecourt.alert_subscribers s
  where s.email = lower(new.email) and o.recipient = lower(old.email) and o.template = 'vehicle-alert'
    and o.status <> 'sent';
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

-- A name that is not an address or a number: no characters that names do not have, and at most four digits.
create or replace function forecourt.wanted_name(_text text) returns text
language sql immutable set search_path = '' as $$
  select _text where length(_text) between 1 and 40 and _text !~ '[]@:/\\<>"#?=_,;|(){}[$%^*~`]'
    and length(regexp_replace(_text, '[^0-9]', '', 'g')) <= 4
$$;

-- How many more alerts a subscriber may confirm.
create function forecourt.places_for_alerts(_subscriber_id uuid) returns integer
language sql stable set search_path = '' as $$
  select greatest(0, 50 - count(*))::integer from forecourt.alerts
  where subscriber_id = _subscriber_id and confirmed_at is not null
$$;

revoke all on function forecourt.places_for_alerts(uuid) from public, anon, authenticated, service_role;

insert into forecourt.settings (key, readable_by, tab) values ('COUNT_WANTED', 'visitor', null);

insert into public.config (key, value) values ('COUNT_WANTED', 'true') on conflict (key) do nothing;

reset check_function_bodies;
