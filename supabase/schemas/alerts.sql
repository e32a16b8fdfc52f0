-- Emails that visitors ask for about a vehicle (a lower price, sold, back on sale) or a search (a new match).
-- docs/decisions/0046-alerts.md gives the reasons. Only the server's own functions read and write these tables;
-- alert-emails.sql decides what is sent.

-- An email address that someone has asked alerts for. Without alerts there is no row.
create table forecourt.alert_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (length(email) <= 254 and email = lower(email)),
  -- Only emails to the address contain it, so whoever knows it reads the mailbox. It confirms, shows and ends the alerts.
  token uuid not null unique default gen_random_uuid(),
  -- When the unanswered confirmation email was queued. Another may follow a day later.
  asked_at timestamptz,
  -- When the last email with news was queued.
  emailed_at timestamptz,
  created_at timestamptz not null default now()
);
alter table forecourt.alert_subscribers enable row level security;
create index alert_subscribers_asked_at_idx on forecourt.alert_subscribers (asked_at) where asked_at is not null;
revoke all on forecourt.alert_subscribers from public, anon, authenticated, service_role;

create table forecourt.alerts (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references forecourt.alert_subscribers on delete cascade,
  vehicle_id uuid references public.vehicles on delete cascade,
  created_at timestamptz not null default now(),
  -- Null until the owner of the address confirms the alert.
  confirmed_at timestamptz,
  -- What the subscriber knows: from the vehicle's page when they asked, or from the last email.
  known_price numeric(12, 2),
  known_sold boolean not null default false,
  -- Whether something has changed since, which the next email may be about.
  is_due boolean not null default false,
  -- For a search: what forecourt.vehicles_matching reads, the query of the list's URL, and the search in words.
  search jsonb check (octet_length(search::text) <= 8000),
  path text check (length(path) <= 1000),
  label text check (length(label) <= 300),
  check (num_nonnulls(vehicle_id, path) = 1 and num_nonnulls(search, path, label) in (0, 3)),
  unique (subscriber_id, vehicle_id),
  unique (subscriber_id, path),
  -- What the search wants, for what_to_buy.
  wanted jsonb generated always as (forecourt.wanted_of(search)) stored
);
alter table forecourt.alerts enable row level security;
create index alerts_vehicle_id_idx on forecourt.alerts (vehicle_id);
create index alerts_due_idx on forecourt.alerts (subscriber_id) where is_due;
create index alerts_unconfirmed_idx on forecourt.alerts (created_at) where confirmed_at is null;
create index alerts_search_idx on forecourt.alerts (id) where search is not null;
create index alerts_created_at_idx on forecourt.alerts (created_at);
revoke all on forecourt.alerts from public, anon, authenticated, service_role;

-- The vehicles that a search has found since it was saved. Each is announced once.
create table forecourt.alert_matches (
  alert_id uuid not null references forecourt.alerts on delete cascade,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  found_at timestamptz not null default now(),
  is_told boolean not null default false,
  primary key (alert_id, vehicle_id)
);
alter table forecourt.alert_matches enable row level security;
create index alert_matches_vehicle_id_idx on forecourt.alert_matches (vehicle_id);
revoke all on forecourt.alert_matches from public, anon, authenticated, service_role;

-- The price that visitors see; null if they have to ask for it.
create function forecourt.shown_price(_vehicle public.vehicles) returns numeric
language sql immutable as $$ select case when not _vehicle.price_on_application then _vehicle.price end $$;
revoke all on function forecourt.shown_price(public.vehicles) from public;

-- How many more alerts a subscriber may confirm.
create function forecourt.places_for_alerts(_subscriber_id uuid) returns integer
language sql stable set search_path = '' as $$
  select greatest(0, 50 - count(*))::integer from forecourt.alerts
  where subscriber_id = _subscriber_id and confirmed_at is not null
$$;
revoke all on function forecourt.places_for_alerts(uuid) from public, anon, authenticated, service_role;

-- Adds an alert about a vehicle (`vehicle_id`) or a search (`search`, `path` and `label`). `_is_owner` says that the caller
-- has proved that the address is theirs; otherwise the alert waits for its owner to confirm it. Returns 'asked', whether or
-- not the address has alerts already, 'gone' if visitors cannot see the vehicle, 'full' to an owner with too many alerts, or
-- 'busy' if too many addresses have been asked to confirm.
create function forecourt.ask_for_alert(_email text, _about jsonb, _is_owner boolean) returns text
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
revoke all on function forecourt.ask_for_alert(text, jsonb, boolean) from public, anon, authenticated, service_role;

create function forecourt.alert_confirmation_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '7 days' $$;
revoke all on function forecourt.alert_confirmation_lifetime() from public, anon, authenticated, service_role;

-- The alerts of an address, the newest first. A draft is left out, as if it had been deleted.
create function forecourt.alerts_of(_emails text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'about', coalesce(a.label, v.title),
    'path', coalesce('/vehicles?' || a.path, '/vehicles/' || v.id), 'is_search', a.path is not null, 'email', s.email,
    'asked_at', a.created_at, 'confirmed_at', a.confirmed_at) order by a.created_at desc, a.id), '[]')
  from forecourt.alert_subscribers s
  join forecourt.alerts a on a.subscriber_id = s.id
  left join public.vehicles v on v.id = a.vehicle_id and not v.hidden
  where s.email = any (_emails) and (v.id is not null or a.path is not null)
$$;
revoke all on function forecourt.alerts_of(text[]) from public, anon, authenticated, service_role;

-- What the page behind a link shows, or null if the link is not valid (any more).
create function forecourt.alerts_behind(_token uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', s.email, 'alerts', forecourt.alerts_of(array[s.email]))
  from forecourt.alert_subscribers s where s.token = _token
$$;
revoke all on function forecourt.alerts_behind(uuid) from public, anon, authenticated, service_role;

-- Confirms the alerts that the page showed, the newest first, as far as there is room for them. What has changed since they
-- were asked for is news.
create function forecourt.confirm_alerts(_token uuid, _ids uuid[]) returns integer
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
revoke all on function forecourt.confirm_alerts(uuid, uuid[]) from public, anon, authenticated, service_role;

-- Ends one alert of an address, or all of them if `_id` is null. An email about it that is still queued finds that the
-- alert is gone; once there are no more alerts, it is deleted.
create function forecourt.end_alerts(_email text, _id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _ended integer;
begin
  perform from forecourt.alert_subscribers where email = _email for update;
  delete from forecourt.alerts a using forecourt.alert_subscribers s
  where s.email = _email and a.subscriber_id = s.id and (_id is null or a.id = _id);
  get diagnostics _ended = row_count;
  delete from forecourt.alert_subscribers s
  where s.email = _email and not exists (select from forecourt.alerts a where a.subscriber_id = s.id);
  if found then
    delete from public.email_outbox
    where recipient = _email and template in ('alert-confirmation', 'vehicle-alert') and status <> 'sent';
  end if;
  return _ended;
end
$$;
revoke all on function forecourt.end_alerts(text, uuid) from public, anon, authenticated, service_role;

create function forecourt.end_alerts_behind(_token uuid, _id uuid) returns integer
language sql security definer set search_path = '' as $$
  select forecourt.end_alerts(s.email, _id) from forecourt.alert_subscribers s where s.token = _token
$$;
revoke all on function forecourt.end_alerts_behind(uuid, uuid) from public, anon, authenticated, service_role;

-- Removes what nobody has confirmed in time, and alerts that are a year old, so that a forgotten address does not stay.
create function forecourt.forget_old_alerts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from forecourt.alerts where created_at < now() - interval '1 year'
    or confirmed_at is null and created_at < now() - forecourt.alert_confirmation_lifetime();
  update forecourt.alert_subscribers set asked_at = null
  where asked_at < now() - forecourt.alert_confirmation_lifetime();
  delete from forecourt.alert_subscribers s
  where not exists (select from forecourt.alerts a where a.subscriber_id = s.id);
end
$$;
revoke all on function forecourt.forget_old_alerts() from public, anon, authenticated, service_role;

-- The caller's proved address.
create function forecourt.own_email_or_refuse() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  _email constant text := case when forecourt.second_step_done() then forecourt.own_email() end;
begin
  if _email is null then
    raise exception 'Please sign in again.' using errcode = '42501';
  end if;
  return _email;
end
$$;
revoke all on function forecourt.own_email_or_refuse() from public, anon, authenticated, service_role;

-- A customer's own alerts, for the dashboard: those of the address that they have proved.
create function public.my_alerts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return forecourt.alerts_of(array[forecourt.own_email_or_refuse()]);
end
$$;
revoke all on function public.my_alerts() from public, anon;
grant execute on function public.my_alerts() to authenticated;

-- `_about` as for forecourt.ask_for_alert.
create function public.ask_for_my_alert(_about jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  return forecourt.ask_for_alert(forecourt.own_email_or_refuse(), _about, true);
end
$$;
revoke all on function public.ask_for_my_alert(jsonb) from public, anon;
grant execute on function public.ask_for_my_alert(jsonb) to authenticated;

-- Ends one of the caller's alerts, or all of them if `_id` is null. Does not say how many, because that would tell drafts
-- from deleted vehicles.
create function public.end_my_alerts(_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.end_alerts(forecourt.own_email_or_refuse(), _id);
end
$$;
revoke all on function public.end_my_alerts(uuid) from public, anon;
grant execute on function public.end_my_alerts(uuid) to authenticated;

-- An account's alerts move to its new address. If there are alerts at the new address already, the two lists are joined.
create function forecourt.move_alerts() returns trigger
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
revoke all on function forecourt.move_alerts() from public, anon, authenticated, service_role;
create trigger on_auth_user_alerts_move after update of email on auth.users
  for each row when (old.email is not null and new.email is distinct from old.email)
  execute function forecourt.move_alerts();
