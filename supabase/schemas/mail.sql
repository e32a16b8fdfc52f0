-- The email outbox, and the functions that queue emails.

-- Emails are queued here until a worker sends them. `data` contains links that open accounts, so only the service may
-- read it.
create table public.email_outbox (
  id uuid primary key default gen_random_uuid(),
  -- One of TEMPLATE_NAMES in backend/src/mail/templates.ts.
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  recipient text, -- null: the ADMIN_EMAIL setting, looked up when the email is sent
  data jsonb not null default '{}',
  dedupe_key text unique,
  -- 'held': an admin decides whether the email is still sent. `last_error` says why.
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'failed', 'held')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  message_id text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  queued_at timestamptz not null default now(),
  -- Emails belong to the account that has proved the address. `user_id` is set when the account changes its address, so
  -- that the emails stay with the account rather than pass to the next owner of the address.
  user_id uuid references auth.users on delete set null,
  -- Whether the email confirms a lead and so goes to an address that anyone could have typed: see queue_confirmation.
  is_confirmation boolean not null default false,
  -- When the email stops being true, because its link expires or its test drive begins. Null means never.
  expires_at timestamptz
);
alter table public.email_outbox enable row level security;
create index email_outbox_due_idx on public.email_outbox (next_attempt_at) where status in ('pending', 'sending');
create index email_outbox_created_at_idx on public.email_outbox (created_at);
create index email_outbox_open_idx on public.email_outbox (created_at) where status <> 'sent';
create index email_outbox_confirmations_idx on public.email_outbox (next_attempt_at) where is_confirmation;
create index email_outbox_recipient_idx on public.email_outbox (recipient, next_attempt_at) where is_confirmation;
create index email_outbox_to_idx on public.email_outbox (recipient, created_at desc) where recipient is not null;
create index email_outbox_test_mails_idx on public.email_outbox (recipient, created_at desc) where template = 'test-mail';
create index email_outbox_copies_idx on public.email_outbox (created_at desc)
  where template = 'admin-notification' and recipient is not null;
create index email_outbox_customer_idx on public.email_outbox ((data ->> 'customerEmail'))
  where template = 'admin-notification' and status <> 'sent';
create index email_outbox_user_id_idx on public.email_outbox (user_id, created_at desc) where user_id is not null;

revoke all on public.email_outbox from anon, authenticated;
grant all on public.email_outbox to service_role;

create function forecourt.wipe_sent_mail() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.data := '{}';
  return new;
end
$$;
create trigger email_outbox_wipe before update of status on public.email_outbox
  for each row when (new.status = 'sent') execute function forecourt.wipe_sent_mail();

create function forecourt.notify_outbox() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('email_outbox', '');
  return null;
end
$$;
create trigger email_outbox_notify after insert on public.email_outbox
  for each statement execute function forecourt.notify_outbox();

-- Queues nothing if the notification is switched off. The admin email address always gets its email. Copies to
-- additional recipients have a daily limit, because anyone can send leads, and each lead results in one copy per
-- recipient.
create function forecourt.queue_mail(_template text, _recipient text, _data jsonb, _dedupe_key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_copies_a_day constant integer := 500;
  _kind text := case when _template = 'admin-notification' then _data ->> 'enquiryType' end;
  _main text;
begin
  if exists (
    select from public.config where key = 'NOTIFY_' || upper(replace(_kind, '-', '_')) and value = 'false'
  ) then
    return;
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key)
  on conflict (dedupe_key) do nothing;
  if _kind is null or exists (
    select from public.email_outbox
    where template = 'admin-notification' and recipient is not null and created_at > now() - interval '1 day'
    order by created_at desc offset _most_copies_a_day - 1 limit 1
  ) then
    return;
  end if;
  -- As in the worker: if there is no admin email, the company email is used.
  select lower(trim(value)) into _main from public.config
  where key in ('ADMIN_EMAIL', 'COMPANY_EMAIL') and trim(value) <> '' order by key limit 1;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  select _template, further.address, jsonb_strip_nulls(_data), _dedupe_key || ':' || further.place
  from forecourt.further_recipients(_kind) further
  where lower(further.address) is distinct from _main
  on conflict (dedupe_key) do nothing;
end
$$;
revoke all on function forecourt.queue_mail(text, text, jsonb, text) from public;

-- Leads are always saved, and the dealer is always notified immediately. Confirmations have daily limits, per address
-- and in total, because anyone can type someone else's address, and mail providers limit how much they accept.
-- Confirmations above a limit are delayed. A confirmation with the same content as a delayed one is not queued, so that
-- a flood does not fill a mailbox for weeks.
create function forecourt.queue_confirmation(
  _template text, _recipient text, _data jsonb, _dedupe_key text, _expires_at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_a_day_to_one constant integer := 10;
  _most_a_day_to_all constant integer := 500;
  _due timestamptz;
begin
  -- No limit for signed-in customers, who have proved that the address is theirs.
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
  insert into public.email_outbox
    (template, recipient, data, dedupe_key, next_attempt_at, is_confirmation, expires_at)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key, coalesce(_due, now()), true, _expires_at)
  on conflict (dedupe_key) do nothing;
end
$$;
revoke all on function forecourt.queue_confirmation(text, text, jsonb, text, timestamptz) from public;

-- The mail server that an admin has entered, unless SMTP_URL is set. The password is encrypted with a key that is not in
-- the database. Only the owner of the database can read this table.
create table forecourt.mail_server (
  is_only boolean primary key default true check (is_only),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  username text not null check (length(username) <= 320),
  password text not null,
  -- Empty for the company's email address.
  from_address text not null check (length(from_address) <= 254),
  changed_at timestamptz not null default now()
);
alter table forecourt.mail_server enable row level security;
revoke all on forecourt.mail_server from anon, authenticated, service_role;

-- Called by the worker, which passes on whether a mail server is configured. When one is first connected, the emails
-- that have been queued for more than a day are held, because their readers no longer expect them. An outage is
-- different: a server was configured when those emails were queued, so all of them are sent.
create function forecourt.set_mail_connected(_is_connected boolean) returns integer
language plpgsql set search_path = '' as $$
declare
  _held integer;
begin
  if not _is_connected then
    delete from forecourt.markers where name = 'mail-connected';
    return 0;
  end if;
  insert into forecourt.markers (name) values ('mail-connected') on conflict do nothing;
  if not found then
    return 0;
  end if;
  update public.email_outbox set status = 'held', last_error = 'Queued more than a day before email was connected'
  where status = 'pending' and created_at < now() - interval '1 day';
  get diagnostics _held = row_count;
  return _held;
end
$$;
revoke all on function forecourt.set_mail_connected(boolean) from public, anon, authenticated, service_role;

-- Holds an email that the worker has claimed but that is no longer true.
create function forecourt.hold_expired_mail(_id uuid, _claim timestamptz) returns void
language sql set search_path = '' as $$
  update public.email_outbox set status = 'held', attempts = attempts - 1, last_error = case
    when template = 'test-drive-confirmation' then 'The test drive is in the past'
    when is_confirmation or template = 'admin-notification' then 'The enquiry or message has been deleted'
    else 'The link or code in this email has expired' end
  where id = _id and status = 'sending' and next_attempt_at = _claim
$$;
revoke all on function forecourt.hold_expired_mail(uuid, timestamptz) from public, anon, authenticated, service_role;

-- Requires an address, because an email without a recipient would go to the admin email address.
create function public.send_test_mail() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _email text;
  _found integer;
  _hourly constant int := 10;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.test_mail:' || auth.uid()::text, 0));
  select nullif(email, '') into _email from auth.users where id = auth.uid();
  if _email is null then
    raise exception 'Your account has no email address.' using errcode = 'P0001';
  end if;
  update public.email_outbox set next_attempt_at = now(), queued_at = now(), attempts = 0
  where template = 'test-mail' and recipient = _email and status = 'pending';
  get diagnostics _found = row_count;
  if _found > 0 then
    perform pg_catalog.pg_notify('email_outbox', 'now');
    return;
  end if;
  if exists (select from public.email_outbox where template = 'test-mail' and recipient = _email and status = 'sending') then
    return;
  end if;
  if (select count(*) from public.email_outbox
      where template = 'test-mail' and recipient = _email and created_at > now() - interval '1 hour') >= _hourly then
    raise exception 'You have sent too many test emails. Please try again in an hour.' using errcode = 'PT429';
  end if;
  insert into public.email_outbox (template, recipient) values ('test-mail', _email);
end
$$;
revoke all on function public.send_test_mail() from public, anon;
grant execute on function public.send_test_mail() to authenticated;

-- Each recipient of a notification gets their own email, queued by the insert. Each email is sent, retried and
-- dismissed separately, so that a failed one does not cause the others to be sent twice.

-- The additional recipients for a kind of notification, or for all kinds if _kind is null. An invalid setting must not
-- stop a lead from being saved, so it counts as an empty list. Only the first five recipients are used.
create function forecourt.further_recipients(_kind text) returns table (place bigint, address text)
language plpgsql stable security definer set search_path = '' as $$
declare
  _most constant integer := 5;
  _longest constant integer := 254;
  _items jsonb;
begin
  begin
    select value::jsonb into _items from public.config where key = 'NOTIFY_ALSO';
  exception when others then
    return;
  end;
  if jsonb_typeof(_items) is distinct from 'array' then
    return;
  end if;
  return query
    select distinct on (lower(trim(item ->> 'address'))) n, trim(item ->> 'address')
    from jsonb_array_elements(_items) with ordinality as items (item, n)
    where n <= _most and position('@' in item ->> 'address') > 0 and length(item ->> 'address') <= _longest
      and (_kind is null or item ->> 'about' in ('everything', _kind))
    order by lower(trim(item ->> 'address')), n;
end
$$;
revoke all on function forecourt.further_recipients(text) from public;

-- The keys for a notification and its copies.
create function forecourt.notification_keys(_key text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(_key || suffix) from unnest(array['', ':1', ':2', ':3', ':4', ':5']) as suffix
$$;
revoke all on function forecourt.notification_keys(text) from public;
grant execute on function forecourt.notification_keys(text) to service_role;

-- Deletes queued notifications to recipients that are no longer on the list, because they contain customers' details.
create function forecourt.forget_former_recipients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.email_outbox
  where template = 'admin-notification' and recipient is not null and status in ('pending', 'failed', 'held')
    and lower(recipient) not in (select lower(further.address) from forecourt.further_recipients(null) further);
  return null;
end
$$;
revoke all on function forecourt.forget_former_recipients() from public;
create trigger config_forget_recipients after update or delete on public.config
  for each row when (old.key = 'NOTIFY_ALSO') execute function forecourt.forget_former_recipients();
