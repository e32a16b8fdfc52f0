-- The kinds of leads in one table; what was written once for each kind is written once for all.
set check_function_bodies = off;

drop trigger contact_messages_prepare on public.contact_messages;
drop trigger contact_messages_queue_mails on public.contact_messages;
drop trigger enquiries_cap on public.enquiries;
drop trigger enquiries_guard_hosted on public.enquiries;
drop trigger enquiries_prepare on public.enquiries;
drop trigger enquiries_queue_mails on public.enquiries;
drop trigger test_drives_cap on public.test_drives;
drop trigger test_drives_guard_hosted on public.test_drives;
drop trigger test_drives_prepare on public.test_drives;
drop trigger test_drives_queue_mails on public.test_drives;
drop function forecourt.cap_enquiries();
drop function forecourt.cap_open_test_drives();
drop function forecourt.count_enquiries_of_today(text,text);
drop function forecourt.count_open_test_drives(text,text);
drop function forecourt.is_about_me(text,uuid,text);
drop function forecourt.prepare_contact_message();
drop function forecourt.queue_contact_mails();
drop function forecourt.queue_enquiry_mails();
drop function forecourt.queue_test_drive_mails();

-- The kinds of leads and how they differ. The rest of the code has its part of this list in
-- supabase/functions/_shared/lead-kinds.ts.
create table forecourt.lead_kinds (
  kind text primary key,
  -- In the schema public.
  table_name text not null unique,
  -- The status of a new lead. Staff see it as New.
  new_status text not null,
  -- The template of the email that confirms it to the customer.
  confirmation text not null,
  -- What the activity list says about it: %1$s is the customer, %2$s the vehicle.
  activity text not null,
  -- How many leads of this kind one customer on one network may send in a day, or have open; and what they are told at the limit.
  -- A lead with a date is open until then.
  most_a_day integer,
  most_open integer,
  refusal text
);

alter table forecourt.lead_kinds enable row level security;

-- One name for each kind: what was "contact_message" here and "message" in the inbox is "contact", as in the emails.
alter table public.activity drop constraint activity_kind_check;
update public.activity set kind = 'test-drive' where kind = 'test_drive';
update public.activity set kind = 'contact' where kind = 'contact_message';
alter table public.activity add constraint activity_kind_check check (kind ~ '^[a-z][a-z_-]{2,49}$');
update public.office_counts set subject = 'contact' where subject = 'message';

alter table public.email_outbox drop constraint email_outbox_template_check;
alter table public.email_outbox add constraint email_outbox_template_check check (template ~ '^[a-z]+(-[a-z]+)*$');
alter table public.email_outbox add column is_confirmation boolean not null default false;
update public.email_outbox set is_confirmation = true where template in ('contact', 'enquiry', 'test-drive-confirmation');

drop index public.email_outbox_confirmations_idx;

create index email_outbox_confirmations_idx on public.email_outbox (next_attempt_at) where is_confirmation;

drop index public.email_outbox_recipient_idx;

create index email_outbox_recipient_idx on public.email_outbox (recipient, next_attempt_at) where is_confirmation;

-- Open leads are closed: there is no one left to answer.
create or replace function forecourt.blank_leads(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _kind forecourt.lead_kinds;
  _ids uuid[];
begin
  for _kind in select * from forecourt.lead_kinds loop
    execute format($sql$
      with blanked as (
        update public.%I set user_id = null, name = 'Deleted account', email = 'deleted@account.invalid', phone = '-',
          message = 'Deleted with the account.', status = 'Closed'
        where user_id = $1 returning *
      ), told as (
        update public.activity a set summary = format($2, 'a deleted account', to_jsonb(blanked) ->> 'vehicle_title')
        from blanked where a.subject_id = blanked.id
      )
      select coalesce(array_agg(id), '{}') from blanked
    $sql$, _kind.table_name) into _ids using _user_id, _kind.activity;
    -- Emails about these leads that wait. Sent ones to an address that is not proved stay: the ceilings for strangers' addresses
    -- count them.
    delete from public.email_outbox where status <> 'sent' and dedupe_key in (
      select unnest(forecourt.notification_keys(lead.key || ':admin') || (lead.key || ':customer'))
      from (select _kind.kind || ':' || id from unnest(_ids) as id) as lead (key)
    );
    delete from forecourt.lead_origins where lead_id = any (_ids);
  end loop;
end
$$;

-- Without proof, only emails about the account itself are its own.
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
    when is_confirmation or template = 'test-mail' then _is_proved
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

-- Our own service asks for the human check and counts a network's leads before an insert reaches the database. A hosted
-- project has nobody in between: there the insert itself does what can be done in SQL. It is told apart by the request's
-- headers, which a hosted project's API sets, and by the missing claim, which our own service sets.
--
-- The human check: the function human-check asks Google about a token and leaves a pass; the insert takes its part. It is
-- asked for where the dealer has set a site key, because without one nobody could pass it.
create or replace function forecourt.guard_hosted_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _leads_an_hour constant integer := 60;
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  _token text := coalesce(_headers ->> 'x-captcha-token', '');
begin
  if _headers is null or _claims ? 'forecourt_network' or _claims ->> 'role' = 'service_role' or public.is_admin() then
    return new;
  end if;
  if not public.take_limit('lead:' || forecourt.caller_network(), _leads_an_hour, 3600) then
    raise exception 'Too many requests. Please try again later or contact us directly.' using errcode = 'P0001';
  end if;
  if exists (select from public.config where key = 'RECAPTCHA_SITE_KEY' and trim(value) <> '')
    and public.take_captcha_pass(
      encode(sha256(convert_to('recaptcha:' || _token, 'UTF8')), 'hex'), (forecourt.lead_kind(tg_table_name)).kind, 'insert'
    ) <> 'used'
  then
    raise exception 'captcha_failed: the human verification was not passed' using errcode = '42501';
  end if;
  return new;
end
$$;

-- What a row of the table counts as, and the expression for its status.
create or replace function forecourt.office_count_of(_table name, out subject text, out status text)
language sql stable security definer set search_path = '' as $$
  select 'vehicle', $s$case when sold then 'Sold' else 'For sale' end$s$ where _table = 'vehicles'
  union all
  select kind, format('case status when %L then %L else status end', new_status, 'New')
  from forecourt.lead_kinds where table_name = _table
$$;

-- Before every insert. What visitors and customers may not decide is set here.
create or replace function forecourt.prepare_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  _vehicle record;
  _has_vehicle constant boolean := to_jsonb(new) ? 'vehicle_id';
begin
  new.email := lower(trim(new.email));
  new.name := trim(new.name);
  new.phone := trim(new.phone);
  if _has_vehicle then
    select title, sold into _vehicle from public.vehicles where id = new.vehicle_id;
    -- Kept beside the lead, because the vehicle may be deleted. An unknown one is refused by the foreign key.
    new.vehicle_title := coalesce(_vehicle.title, '');
  end if;

  if not forecourt.is_trusted() then
    if _has_vehicle then
      if new.vehicle_id is null then
        raise exception 'Please choose a vehicle.' using errcode = '23502';
      end if;
      if _vehicle.sold then
        raise exception 'This vehicle has been sold and is no longer available for purchase or test drives.'
          using errcode = 'P0001';
      end if;
    end if;
    if new.status is distinct from (forecourt.lead_kind(tg_table_name)).new_status then
      raise exception 'Only an administrator may set the status.' using errcode = '42501';
    end if;
    new.created_at := now();
    new.updated_at := now();
    -- Never from the request. Without a session the lead is a guest's.
    new.user_id := forecourt.session_user_id();
  elsif new.email = forecourt.own_email() then
    -- An admin can enter a lead for a customer; only one under the admin's own address is the admin's.
    new.user_id := coalesce(new.user_id, forecourt.session_user_id());
  end if;
  return new;
end
$$;

-- A lead is always kept; what has a ceiling is the confirmation, which goes to an address that anyone can type: so many in
-- a day to one address, and so many in a day to all (what a mail provider takes before it takes no more). The ones above
-- wait for their turn in the outbox. One that would say the same as another that waits is not queued a second time, so a
-- flood leaves nobody with weeks of mail. The dealer's own notification has no ceiling: it never waits.
create or replace function forecourt.queue_confirmation(_template text, _recipient text, _data jsonb, _dedupe_key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_a_day_to_one constant integer := 10;
  _most_a_day_to_all constant integer := 500;
  _due timestamptz;
begin
  -- Whoever is signed in writes to an address that they have proven to be theirs.
  if _recipient is distinct from forecourt.own_email() then
    select max(later.due) into _due from (
      (
        select next_attempt_at + interval '1 day' as due from public.email_outbox
        where recipient = _recipient and is_confirmation
        order by next_attempt_at desc offset _most_a_day_to_one - 1 limit 1
      )
      union all
      (
        select next_attempt_at + interval '1 day' from public.email_outbox
        where is_confirmation
        order by next_attempt_at desc offset _most_a_day_to_all - 1 limit 1
      )
    ) later where later.due > now();
  end if;
  if _due is not null and exists (
    select from public.email_outbox
    where recipient = _recipient and template = _template and status = 'pending' and next_attempt_at > now()
      and data - 'name' - 'message' = jsonb_strip_nulls(_data) - 'name' - 'message'
  ) then
    return;
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key, next_attempt_at, is_confirmation)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key, coalesce(_due, now()), true)
  on conflict (dedupe_key) do nothing;
end
$$;

create or replace function forecourt.record_lead_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _lead constant jsonb := to_jsonb(new);
begin
  perform forecourt.record_activity(
    _kind.kind, format(_kind.activity, new.name, _lead ->> 'vehicle_title'), (_lead ->> 'vehicle_id')::uuid, new.id);
  return null;
end
$$;

-- After rows were brought in behind the triggers' backs: for the owner of the database alone.
create or replace function forecourt.recount_for_the_office() returns void
language plpgsql set search_path = '' as $$
declare
  _table text;
  _counted record;
begin
  delete from public.office_counts;
  for _table in select 'vehicles' union all select table_name from forecourt.lead_kinds loop
    _counted := forecourt.office_count_of(_table);
    execute format('insert into public.office_counts select %L, %s, count(*) from public.%I group by 2',
      _counted.subject, _counted.status, _table);
  end loop;
end
$$;

-- What send-email checks a browser's call against. The emails themselves were queued by the insert.
create or replace function public.has_recent_lead(_kind text, _email text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  _table text := (select table_name from forecourt.lead_kinds where kind = _kind);
  _found boolean := false;
begin
  if _table is not null then
    execute format($sql$
      select exists (select from public.%I where email = lower($1) and created_at > now() - interval '10 minutes')
    $sql$, _table) into _found using _email;
  end if;
  return _found;
end
$$;

-- Everything that is kept under the caller's account, as one document. What was sent under their address counts only where
-- they have proved that it is theirs. Nothing in it opens anything: no password, no token, no secret of a second step.
create or replace function public.my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _max constant integer := 1000;
  _id constant uuid := auth.uid();
  _email text := forecourt.own_email();
  _leads jsonb;
begin
  perform forecourt.require_own_session();
  if not public.take_limit(format('my-data:%s', _id), 10, 3600) then
    raise exception 'You have downloaded your data several times within the hour. Please try again later.'
      using errcode = 'PT429';
  end if;
  _leads := forecourt.leads_of(_id, _email, _max);
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
    'disabled_and_enabled', coalesce((
      select jsonb_agg(jsonb_build_object('action', h.action, 'created_at', h.created_at) order by h.id)
      from (select * from public.customer_disable_history where customer_id = _id order by id limit _max) h), '[]'),
    'activity', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', a.kind, 'created_at', a.created_at,
        -- What an admin did to others is noted under their names. Whoever was an admin once must not carry those away.
        'summary', case
          when a.subject_id = _id or a.kind like 'vehicle%' or a.kind = 'settings_saved'
            or jsonb_path_exists(_leads, '$.*[*] ? (@.id == $id)', jsonb_build_object('id', a.subject_id)) then a.summary
        end) order by a.id desc)
      from (
        select * from public.activity where subject_id = _id or actor_id = _id order by id desc limit _max
      ) a), '[]')
  );
end
$$;

create function forecourt.cap_leads() returns trigger
language plpgsql set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _sent record;
begin
  if forecourt.is_trusted() then
    return new;
  end if;
  select * into _sent from forecourt.count_leads(tg_table_name, lower(trim(new.email)), forecourt.caller_network());
  if _sent.today >= _kind.most_a_day or _sent.open >= _kind.most_open then
    raise exception '%', _kind.refusal using errcode = 'P0001';
  end if;
  return new;
end
$$;

-- The lock is for one address alone: two leads of one customer in the same moment are counted one after the other.
create function forecourt.count_leads(_table name, _email text, _network text) returns table (today bigint, open bigint)
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(_table);
begin
  perform pg_catalog.pg_advisory_xact_lock(7022028, hashtext(_kind.kind || ':' || _email));
  return query execute format($sql$
    select count(*) filter (where l.created_at > now() - interval '1 day'),
      count(*) filter (where l.status <> 'Closed'
        and coalesce((to_jsonb(l) ->> 'preferred_date')::timestamp >= forecourt.london_now(), true))
    from public.%I l join forecourt.lead_origins o on o.lead_id = l.id where l.email = $1 and o.network = $2
  $sql$, _kind.table_name) using _email, _network;
end
$$;

revoke all on function forecourt.count_leads(name, text, text) from public;

grant execute on function forecourt.count_leads(name, text, text) to anon, authenticated, service_role;

create function forecourt.lead_kind(_table name) returns forecourt.lead_kinds
language sql stable security definer set search_path = '' as $$
  select * from forecourt.lead_kinds where table_name = _table
$$;

-- The leads of an account, by the names of their tables: those it sent, and those of guests under the address it has proved.
create function forecourt.leads_of(_user_id uuid, _email text, _most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  _table text;
  _rows jsonb;
  _leads jsonb := '{}';
begin
  for _table in select table_name from forecourt.lead_kinds loop
    execute format($sql$
      select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc), '[]') from (
        select * from public.%I where user_id = $1 or (user_id is null and email = $2) order by created_at desc limit $3
      ) l
    $sql$, _table) into _rows using _user_id, _email, _most;
    _leads := _leads || jsonb_build_object(_table, _rows);
  end loop;
  return _leads;
end
$$;

revoke all on function forecourt.leads_of(uuid, text, integer) from public;

-- After every insert: one email to the customer, one to the dealer. Both belong to the insert, so none is lost.
create function forecourt.queue_lead_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _date constant timestamp := to_jsonb(new) ->> 'preferred_date';
  _lead constant jsonb := jsonb_build_object(
    'vehicleTitle', to_jsonb(new) ->> 'vehicle_title',
    'preferredDate', to_char(_date, 'DD/MM/YYYY'),
    'preferredTime', to_char(_date, 'HH24:MI'),
    'message', nullif(new.message, '')
  );
begin
  perform forecourt.queue_confirmation(_kind.confirmation, new.email,
    _lead || jsonb_build_object('name', new.name), format('%s:%s:customer', _kind.kind, new.id));
  perform forecourt.queue_mail('admin-notification', null, _lead || jsonb_build_object(
    'enquiryType', _kind.kind, 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone
  ), format('%s:%s:admin', _kind.kind, new.id));
  return null;
end
$$;

-- One that was edited or asked about has become the dealer's own, and goes only by name.
create or replace view public.demo_stock with (security_invoker = true) as
  select v.id, v.title, v.updated_at <> d.marked_at as is_edited, coalesce(l.leads, 0) as leads,
    v.updated_at <> d.marked_at or l.leads is not null as is_used
  from public.demo_vehicles d
  join public.vehicles v on v.id = d.vehicle_id
  left join (
    select vehicle_id, count(*)::integer as leads
    from public.inbox where vehicle_id is not null group by vehicle_id
  ) as l on l.vehicle_id = v.id;

-- Enquiries, test drives and contact messages as one list, for the back office: it pages across the three. Runs with the
-- reader's rights, so the policies of the tables decide. A scheduled test drive is new to staff.
create or replace view public.inbox with (security_invoker = true) as
  select 'enquiry'::text as kind, id, name, email, phone, message, vehicle_id, vehicle_title, status,
    null::timestamp as preferred_date, created_at
  from public.enquiries
  union all
  select 'test-drive'::text, id, name, email, phone, message, vehicle_id, vehicle_title,
    case status when 'Scheduled' then 'New' else status end, preferred_date, created_at
  from public.test_drives
  union all
  select 'contact'::text, id, name, email, phone, message, null::uuid, ''::text, status, null::timestamp, created_at
  from public.contact_messages;

create trigger contact_messages_prepare before insert on public.contact_messages
  for each row execute function forecourt.prepare_lead();

create trigger contact_messages_queue_mails after insert on public.contact_messages
  for each row execute function forecourt.queue_lead_mails();

create trigger enquiries_cap before insert on public.enquiries
  for each row execute function forecourt.cap_leads();

create trigger enquiries_guard_hosted before insert on public.enquiries
  for each row execute function forecourt.guard_hosted_lead();

create trigger enquiries_prepare before insert on public.enquiries
  for each row execute function forecourt.prepare_lead();

create trigger enquiries_queue_mails after insert on public.enquiries
  for each row execute function forecourt.queue_lead_mails();

create trigger test_drives_cap before insert on public.test_drives
  for each row execute function forecourt.cap_leads();

create trigger test_drives_guard_hosted before insert on public.test_drives
  for each row execute function forecourt.guard_hosted_lead();

create trigger test_drives_prepare before insert on public.test_drives
  for each row execute function forecourt.prepare_lead();

create trigger test_drives_queue_mails after insert on public.test_drives
  for each row execute function forecourt.queue_lead_mails();

revoke all on forecourt.lead_kinds from public, anon, authenticated;

insert into forecourt.lead_kinds
select * from jsonb_populate_record(null::forecourt.lead_kinds, '{"kind": "contact", "refusal": null, "activity": "Message from %1$s", "most_open": null, "most_a_day": null, "new_status": "New", "table_name": "contact_messages", "confirmation": "contact"}');

insert into forecourt.lead_kinds
select * from jsonb_populate_record(null::forecourt.lead_kinds, '{"kind": "enquiry", "refusal": "We have many enquiries from this e-mail address today. Please contact us directly.", "activity": "Enquiry from %1$s about %2$s", "most_open": null, "most_a_day": 20, "new_status": "New", "table_name": "enquiries", "confirmation": "enquiry"}');

insert into forecourt.lead_kinds
select * from jsonb_populate_record(null::forecourt.lead_kinds, '{"kind": "test-drive", "refusal": "You already have the most test drives we can hold for one e-mail address.", "activity": "Test drive of %2$s booked by %1$s", "most_open": 5, "most_a_day": null, "new_status": "Scheduled", "table_name": "test_drives", "confirmation": "test-drive-confirmation"}');

reset check_function_bodies;
