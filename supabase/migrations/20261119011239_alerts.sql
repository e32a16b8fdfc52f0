set check_function_bodies = off;

-- An email address that someone has asked alerts for. Without alerts there is no row.
create table forecourt.alert_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (length(email) <= 254 and email = lower(email)),
  -- Only emails to the address contain it, so whoever knows it reads the mailbox. It confirms, shows and ends the alerts.
  token uuid not null unique default gen_random_uuid(),
  -- When the confirmation email was queued that has not been answered yet. Until then there is no second one.
  asked_at timestamptz,
  -- When the last email with news was queued.
  emailed_at timestamptz,
  created_at timestamptz not null default now()
);

alter table forecourt.alert_subscribers enable row level security;

create table forecourt.alerts (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references forecourt.alert_subscribers on delete cascade,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  created_at timestamptz not null default now(),
  -- Null until the owner of the address confirms the alert.
  confirmed_at timestamptz,
  -- What the subscriber knows: from the vehicle's page when they asked, or from the last email.
  known_price numeric(12, 2),
  known_sold boolean not null default false,
  -- Whether something has changed since, which the next email may be about.
  is_due boolean not null default false,
  unique (subscriber_id, vehicle_id)
);

alter table forecourt.alerts enable row level security;

-- The vehicles whose place in the lists has changed since the job last looked. Without a foreign key, because the rows
-- live for a minute and imports write many.
create table forecourt.vehicle_news (
  vehicle_id uuid primary key,
  noted_at timestamptz not null default clock_timestamp()
);

alter table forecourt.vehicle_news enable row level security;

create index alert_subscribers_asked_at_idx on forecourt.alert_subscribers (asked_at) where asked_at is not null;

create index alerts_created_at_idx on forecourt.alerts (created_at);

create index alerts_due_idx on forecourt.alerts (subscriber_id) where is_due;

create index alerts_unconfirmed_idx on forecourt.alerts (created_at) where confirmed_at is null;

create index alerts_vehicle_id_idx on forecourt.alerts (vehicle_id);

create index vehicle_news_noted_at_idx on forecourt.vehicle_news (noted_at);

-- Assigns the leads and emails for a verified address to the account. Without proof, the account gets only emails about
-- itself.
create or replace function forecourt.claim_email(_user_id uuid, _email text, _confirmed_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _is_proved constant boolean := _confirmed_at is not null
    and not exists (select from forecourt.unproved_emails where user_id = _user_id);
  _table text;
begin
  update public.email_outbox set user_id = _user_id
  where user_id is null and recipient = _email and case
    when template = 'admin-notification' then _is_proved and status = 'sent'
    when is_confirmation or template in ('test-mail', 'alert-confirmation', 'vehicle-alert') then _is_proved
    else true
  end;
  if not _is_proved then
    return;
  end if;
  update public.email_outbox set user_id = _user_id
  where user_id is null and template = 'admin-notification' and status <> 'sent' and data ->> 'customerEmail' = _email;
  for _table in select table_name from forecourt.lead_kinds loop
    execute format('update public.%I set user_id = $1 where user_id is null and email = $2', _table) using _user_id, _email;
  end loop;
end
$$;

create or replace function forecourt.forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email is not null then
    perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  end if;
  if old.email_confirmed_at is not null and not exists (select from forecourt.unproved_emails where user_id = old.id) then
    perform forecourt.end_alerts(lower(old.email));
  end if;
  perform forecourt.blank_leads(old.id);
  perform forecourt.release_merged(id) from public.people where user_id = old.id;
  delete from public.people where user_id = old.id;
  delete from public.saved_vehicles where user_id = old.id;
  delete from public.email_outbox where user_id = old.id;
  -- The email to a new address that has not been confirmed yet.
  delete from public.email_outbox where recipient = nullif(old.email_change, '') and template = 'email-change';
  delete from public.email_outbox where recipient = '+' || old.phone and template = 'text-message';
  delete from public.email_outbox
  where dedupe_key = any (forecourt.notification_keys(format('registration:%s:admin', old.id)));
  update public.activity set subject_id = null, summary = case kind
    when 'second_steps_reset' then 'A deleted account: two-step verification reset'
    when 'admin_invited' then 'A deleted account: invited as an admin' -- from before there were sales staff
    when 'colleague_invited' then 'A deleted account: invited as staff'
    when 'role_changed' then 'A deleted account: role changed'
    else 'A customer ' || replace(kind, 'customer_', '')
  end where subject_id = old.id;
  update public.customer_disable_history set customer_email = '' where customer_id = old.id;
  delete from public.function_limits where key = format('my-data:%s', old.id);
  delete from auth.flow_state where user_id = old.id;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return null;
end
$$;

-- Removes a person and the people merged into them from every table. Their leads stay without personal data, for the
-- figures, and so do the sales to them, which the law requires the dealer to keep. Their accounts are deleted;
-- forget_account does what concerns the account.
create or replace function public.erase_person(_person_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _people uuid[] := array(select id from public.people where root_id = _person_id);
  _users uuid[] := array(select user_id from public.people where root_id = _person_id and user_id is not null);
  _emails text[] := array(select email from public.people where root_id = _person_id and email is not null);
  _kind forecourt.lead_kinds;
  _ids uuid[];
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if cardinality(_people) = 0 then
    raise exception 'Person not found' using errcode = 'PT404';
  end if;
  if exists (select from public.user_roles where user_id = any (_users) and role <> 'user') then
    raise exception 'This person works in the back office. Remove them from the staff first.' using errcode = 'P0001';
  end if;
  -- Leads with other addresses belong to the person too: they typed them, or staff merged them.
  _emails := _emails || array(select email from public.inbox where person_id = any (_people) and email <> '');
  for _kind in select * from forecourt.lead_kinds loop
    _ids := array(select lead_id from public.lead_desk where kind = _kind.kind and person_id = any (_people));
    perform forecourt.anonymise_leads(_kind, _ids, 'Deleted person', 'Deleted.');
  end loop;
  delete from auth.users where id = any (_users);
  perform forecourt.end_alerts(lower(email)) from unnest(_emails) as email;
  delete from public.email_outbox where recipient = any (_emails) or (
    template = 'admin-notification' and status <> 'sent' and data ->> 'customerEmail' = any (_emails));
  delete from public.people where id = any (_people);
  perform forecourt.record_activity('person_erased', 'A person was erased');
end
$$;

-- Everything stored about a person, as one document, including the people merged into them.
create or replace function public.export_person(_person_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _max constant integer := 1000;
  _people uuid[] := array(select id from public.people where root_id = _person_id);
  _users uuid[] := array(select user_id from public.people where root_id = _person_id and user_id is not null);
  _emails text[] := array(select email from public.people where root_id = _person_id and email is not null);
  _export jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if cardinality(_people) = 0 then
    raise exception 'Person not found' using errcode = 'PT404';
  end if;
  _export := jsonb_build_object(
    'made_at', now(),
    'most_entries_of_a_list', _max,
    'person', (select jsonb_agg(to_jsonb(p) - 'words' order by p.id = _person_id desc, p.created_at)
      from public.people p where p.root_id = _person_id),
    'leads', coalesce((
      select jsonb_agg(to_jsonb(l) - 'person_id' - 'assignee_id' order by l.created_at desc)
      from (select * from public.inbox where person_id = any (_people) order by created_at desc limit _max) l), '[]'),
    'events', coalesce((
      select jsonb_agg(to_jsonb(e) - 'actor_id' order by e.created_at desc)
      from (
        select lead_events.* from public.lead_events join public.lead_desk using (kind, lead_id)
        where person_id = any (_people) order by created_at desc limit _max
      ) e), '[]'),
    'accounts', coalesce((
      select jsonb_agg(jsonb_build_object('email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at, 'profile', to_jsonb(p)))
      from auth.users u left join public.profiles p on p.id = u.id where u.id = any (_users)), '[]'),
    'saved_vehicles', forecourt.saved_vehicles_of(_users),
    'alerts', forecourt.alerts_of(_emails),
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('kind', o.template, 'to', o.recipient, 'status', o.status,
        'created_at', o.created_at, 'sent_at', o.sent_at) order by o.created_at desc)
      from (
        select * from public.email_outbox where recipient = any (_emails) order by created_at desc limit _max
      ) o), '[]'),
    'purchases', coalesce((
      select jsonb_agg(jsonb_build_object('vehicle', v.title, 'stock_number', v.stock_number, 'sold_on', s.sold_on,
        'price_pence', s.price_pence, 'channel', s.channel) order by s.sold_on desc)
      from (select * from public.vehicle_sales where buyer_id = any (_people) order by sold_on desc limit _max) s
      join public.vehicles v on v.id = s.vehicle_id), '[]'),
    'reservations', coalesce((
      select jsonb_agg(jsonb_build_object('vehicle', v.title, 'stock_number', v.stock_number, 'note', r.note,
        'reserved_at', r.reserved_at, 'reserved_until', v.reserved_until) order by r.reserved_at desc)
      from (select * from public.vehicle_reservations where person_id = any (_people) order by reserved_at desc limit _max) r
      join public.vehicles v on v.id = r.vehicle_id), '[]'));
  perform forecourt.record_activity('person_exported',
    forecourt.person_label(people) || ': data exported', null, _person_id) from public.people where id = _person_id;
  return _export;
end
$$;

-- Everything stored about the caller, as one document. Leads and emails with the caller's address are included only if
-- the caller has proved that the address is theirs. The document contains no secrets: no password, token or two-step
-- verification key.
create or replace function public.my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _max constant integer := 1000;
  _id constant uuid := auth.uid();
  _email text := forecourt.own_email();
  _leads jsonb;
  _lead_ids uuid[];
begin
  perform forecourt.require_own_session();
  if not public.take_limit(format('my-data:%s', _id), 10, 3600) then
    raise exception 'You have downloaded your data several times in the last hour. Please try again later.'
      using errcode = 'PT429';
  end if;
  _leads := forecourt.leads_of(_id, _email, _max);
  _lead_ids := array(select (id #>> '{}')::uuid from jsonb_path_query(_leads, '$.*[*].id') as id);
  return _leads || jsonb_build_object(
    'made_at', now(),
    'most_entries_of_a_list', _max,
    'account', (
      select jsonb_build_object(
        'id', u.id, 'email', u.email, 'new_email', nullif(u.email_change, ''), 'phone', u.phone,
        'role', coalesce((select role from public.user_roles where user_id = u.id), 'user'),
        'given_at_registration', u.raw_user_meta_data, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = _id),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = _id),
    'ways_to_sign_in', coalesce((
      select jsonb_agg(jsonb_build_object('provider', i.provider, 'email', i.email, 'data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at)
      from auth.identities i where i.user_id = _id), '[]'),
    'second_steps', coalesce((
      select jsonb_agg(jsonb_build_object('type', f.factor_type, 'name', f.friendly_name, 'phone', f.phone,
        'status', f.status, 'created_at', f.created_at) order by f.created_at)
      from auth.mfa_factors f where f.user_id = _id), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('device', s.user_agent, 'address', host(s.ip), 'started_at', s.created_at,
        'last_used_at', greatest(s.created_at, s.refreshed_at at time zone 'utc')) order by s.created_at desc)
      from (select * from auth.sessions where user_id = _id order by created_at desc limit _max) s), '[]'),
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('kind', o.template, 'status', o.status, 'created_at', o.created_at,
        'sent_at', o.sent_at) order by o.created_at desc)
      from (
        select * from public.email_outbox
        where (user_id = _id and template <> 'admin-notification') or (user_id is null and recipient = _email)
        order by created_at desc limit _max
      ) o), '[]'),
    'saved_vehicles', forecourt.saved_vehicles_of(array[_id]),
    'alerts', forecourt.alerts_of(array[_email]),
    'disabled_and_enabled', coalesce((
      select jsonb_agg(jsonb_build_object('action', h.action, 'created_at', h.created_at) order by h.id)
      from (select * from public.customer_disable_history where customer_id = _id order by id limit _max) h), '[]'),
    'activity', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', a.kind, 'created_at', a.created_at,
        -- Summaries of what an admin did contain customers' names, which are not the admin's own data.
        'summary', case
          when a.subject_id = _id or a.kind like 'vehicle%' or a.kind = 'settings_saved'
            or a.subject_id = any (_lead_ids) then a.summary
        end) order by a.id desc)
      from (
        select * from public.activity where subject_id = _id or actor_id = _id order by id desc limit _max
      ) a), '[]')
  );
end
$$;

create function forecourt.alert_confirmation_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '7 days' $$;

revoke all on function forecourt.alert_confirmation_lifetime() from public, anon, authenticated, service_role;

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

-- What the page behind a link shows, or null if the link is not valid (any more).
create function forecourt.alerts_behind(_token uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', s.email, 'alerts', forecourt.alerts_of(array[s.email]))
  from forecourt.alert_subscribers s where s.token = _token
$$;

revoke all on function forecourt.alerts_behind(uuid) from public, anon, authenticated, service_role;

-- The alerts of an address, the newest first. A draft is left out, as if it had been deleted.
create function forecourt.alerts_of(_emails text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'vehicle_id', v.id, 'vehicle', v.title, 'email', s.email,
    'asked_at', a.created_at, 'confirmed_at', a.confirmed_at) order by a.created_at desc, a.id), '[]')
  from forecourt.alert_subscribers s
  join forecourt.alerts a on a.subscriber_id = s.id
  join public.vehicles v on v.id = a.vehicle_id and not v.hidden
  where s.email = any (_emails)
$$;

revoke all on function forecourt.alerts_of(text[]) from public, anon, authenticated, service_role;

-- Adds an alert. `_is_owner` says that the caller has proved that the address is theirs; otherwise the alert waits for
-- its owner to confirm it. Returns 'asked', whether or not the address has alerts already, 'gone' if visitors cannot
-- see the vehicle, 'full' to an owner with too many alerts, or 'busy' if too many addresses have been asked to confirm.
create function forecourt.ask_for_alert(_email text, _vehicle_id uuid, _is_owner boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  _most_confirmed constant integer := 50;
  _most_unconfirmed constant integer := 10;
  _most_asked_a_day constant integer := 500;
  _subscriber forecourt.alert_subscribers;
begin
  if not exists (select from public.vehicles where id = _vehicle_id and not hidden) then
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

  insert into forecourt.alerts as a (subscriber_id, vehicle_id, confirmed_at, known_price, known_sold)
  select _subscriber.id, v.id, case when _is_owner then now() end, forecourt.shown_price(v), v.sold
  from public.vehicles v where v.id = _vehicle_id
  on conflict (subscriber_id, vehicle_id) do update set confirmed_at = now(), is_due = true
  where a.confirmed_at is null and _is_owner;
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

revoke all on function forecourt.ask_for_alert(text, uuid, boolean) from public, anon, authenticated, service_role;

-- Confirms the alerts that the page showed. What has changed since they were asked for is news.
create function forecourt.confirm_alerts(_token uuid, _ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _confirmed integer;
begin
  update forecourt.alert_subscribers set asked_at = null where token = _token;
  update forecourt.alerts a set confirmed_at = now(), is_due = true
  from forecourt.alert_subscribers s
  where s.token = _token and a.subscriber_id = s.id and a.id = any (_ids) and a.confirmed_at is null;
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
  where i ->> 'news' = forecourt.alert_news(v, (i ->> 'was')::numeric, i ->> 'news' = 'back');

  update forecourt.alerts a set is_due = true, known_sold = case i ->> 'news' when 'price' then known_sold else not known_sold end,
    known_price = case when i ->> 'news' = 'price' then (i ->> 'was')::numeric else known_price end
  from jsonb_array_elements(_all) as i
  where a.id = (i ->> 'alert')::uuid and not coalesce(_kept @> jsonb_build_array(i), false);
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

-- An account's alerts move to its new address. If there are alerts at the new address already, the two lists are joined.
create function forecourt.move_alerts() returns trigger
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
    and not exists (select from forecourt.alerts b where b.subscriber_id = theirs.id and b.vehicle_id = a.vehicle_id);
  perform forecourt.end_alerts(lower(old.email));
  return null;
end
$$;

revoke all on function forecourt.move_alerts() from public, anon, authenticated, service_role;

-- Marks the alerts that the oldest changes concern. Returns the number of changes, so that the caller can go on.
create function forecourt.note_vehicle_news(_most integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _ids uuid[];
begin
  with taken as (
    delete from forecourt.vehicle_news where vehicle_id in (
      select vehicle_id from forecourt.vehicle_news order by noted_at limit _most for update skip locked)
    returning vehicle_id
  )
  select array_agg(vehicle_id) into _ids from taken;
  update forecourt.alerts set is_due = true
  where vehicle_id = any (_ids) and confirmed_at is not null and not is_due;
  return coalesce(cardinality(_ids), 0);
end
$$;

revoke all on function forecourt.note_vehicle_news(integer) from public, anon, authenticated, service_role;

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

-- Queues one email for each of up to `_most` subscribers with news, and records what it says in the same transaction.
-- No subscriber gets an email within 24 hours of the last one, or while one has not been sent yet; their news waits.
-- Returns the number of subscribers looked at.
create function forecourt.queue_alert_emails(_most integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _subscriber forecourt.alert_subscribers;
  _items jsonb;
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

create function forecourt.record_vehicle_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into forecourt.vehicle_news (vehicle_id) select id from now_listed order by id
    on conflict (vehicle_id) do update set noted_at = clock_timestamp();
  else
    insert into forecourt.vehicle_news (vehicle_id)
    select id from now_listed n join was_listed o using (id)
    where (n.sold, n.reserved_until, n.price) is distinct from (o.sold, o.reserved_until, o.price) order by id
    on conflict (vehicle_id) do update set noted_at = clock_timestamp();
  end if;
  return null;
end
$$;

revoke all on function forecourt.record_vehicle_news() from public, anon, authenticated, service_role;

-- The price that visitors see; null if they have to ask for it.
create function forecourt.shown_price(_vehicle public.vehicles) returns numeric
language sql immutable as $$ select case when not _vehicle.price_on_application then _vehicle.price end $$;

revoke all on function forecourt.shown_price(public.vehicles) from public;

create function public.ask_for_my_alert(_vehicle_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  return forecourt.ask_for_alert(forecourt.own_email_or_refuse(), _vehicle_id, true);
end
$$;

revoke all on function public.ask_for_my_alert(uuid) from public, anon;

grant execute on function public.ask_for_my_alert(uuid) to authenticated;

-- Ends one of the caller's alerts, or all of them if `_id` is null.
create function public.end_my_alerts(_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  return forecourt.end_alerts(forecourt.own_email_or_refuse(), _id);
end
$$;

revoke all on function public.end_my_alerts(uuid) from public, anon;

grant execute on function public.end_my_alerts(uuid) to authenticated;

-- A customer's own alerts, for the dashboard: those of the address that they have proved.
create function public.my_alerts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return forecourt.alerts_of(array[forecourt.own_email_or_refuse()]);
end
$$;

revoke all on function public.my_alerts() from public, anon;

grant execute on function public.my_alerts() to authenticated;

create trigger listed_vehicles_news_added after insert on public.listed_vehicles
  referencing new table as now_listed for each statement execute function forecourt.record_vehicle_news();

create trigger listed_vehicles_news_changed after update on public.listed_vehicles
  referencing old table as was_listed new table as now_listed
  for each statement execute function forecourt.record_vehicle_news();

create trigger on_auth_user_alerts_move after update of email on auth.users
  for each row when (old.email is not null and new.email is distinct from old.email)
  execute function forecourt.move_alerts();

revoke all on forecourt.alert_subscribers from public, anon, authenticated, service_role;

revoke all on forecourt.alerts from public, anon, authenticated, service_role;

revoke all on forecourt.vehicle_news from public, anon, authenticated, service_role;

reset check_function_bodies;
