-- When a mail server is first connected, old emails are held for an admin to send or discard, and so are emails that are
-- no longer true. Emails about deleted leads are deleted.

set check_function_bodies = off;

drop function forecourt.queue_confirmation(text,text,jsonb,text);
drop function public.put_undelivered_aside(text,uuid);
drop function public.retry_undelivered(text,uuid);

alter table public.email_outbox drop constraint email_outbox_status_check;
alter table public.email_outbox add constraint email_outbox_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'held'::text])));
alter table public.email_outbox add column expires_at timestamptz;

-- Queued emails get the time at which they stop being true. Emails about leads that no longer exist already have.
update public.email_outbox set expires_at = case
  when template = 'test-drive-confirmation' and data ->> 'preferredDate' ~ '^\d\d/\d\d/\d{4}$' then
    to_timestamp((data ->> 'preferredDate') || ' ' || coalesce(data ->> 'preferredTime', '00:00'), 'DD/MM/YYYY HH24:MI')::timestamp
      at time zone 'Europe/London'
  when template in ('password-reset', 'sign-in') then created_at + interval '1 hour'
  when template in ('confirm-account', 'invite', 'email-change') then created_at + interval '1 day'
  when template = 'reauthentication' then created_at + interval '15 minutes'
end
where status <> 'sent';
do $$
declare
  _kind record;
begin
  for _kind in select kind, table_name from forecourt.lead_kinds loop
    execute format($sql$
      update public.email_outbox o set expires_at = now()
      where status <> 'sent' and split_part(dedupe_key, ':', 1) = %L
        and not exists (select from public.%I l where l.id::text = split_part(o.dedupe_key, ':', 2))
    $sql$, _kind.kind, _kind.table_name);
  end loop;
end
$$;

-- A site that has tried to send an email has a mail server, so what is queued is waiting for an outage to end.
insert into forecourt.markers (name)
select 'mail-connected' where exists (select from public.email_outbox where status = 'sent' or attempts > 0)
on conflict do nothing;

-- Deletes queued notifications to recipients that are no longer on the list, because they contain customers' details.
create or replace function forecourt.forget_former_recipients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.email_outbox
  where template = 'admin-notification' and recipient is not null and status in ('pending', 'failed', 'held')
    and lower(recipient) not in (select lower(further.address) from forecourt.further_recipients(null) further);
  return null;
end
$$;

-- Runs after every insert and queues one email to the customer and one to the dealer in the same transaction, so that
-- neither is lost.
create or replace function forecourt.queue_lead_mails() returns trigger
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
    _lead || jsonb_build_object('name', new.name), format('%s:%s:customer', _kind.kind, new.id),
    _date at time zone 'Europe/London');
  perform forecourt.queue_mail('admin-notification', null, _lead || jsonb_build_object(
    'enquiryType', _kind.kind, 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone
  ), format('%s:%s:admin', _kind.kind, new.id));
  return null;
end
$$;

-- The status for the banner on every back-office screen. A job needs attention if it has failed, or has been tried
-- three times without success.
create or replace function public.system_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  _status jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  select jsonb_build_object(
    'mails', jsonb_build_object(
      'waiting', (select count(*) from public.email_outbox where status in ('pending', 'sending')),
      'stuck', (select count(*) from public.email_outbox where status in ('pending', 'sending') and attempts >= 3),
      'failed', (select count(*) from public.email_outbox where status <> 'sent' and status = 'failed'),
      'held', (select count(*) from public.email_outbox where status <> 'sent' and status = 'held'),
      'lastError', (
        select last_error from public.email_outbox
        where status in ('pending', 'sending') and attempts >= 3 and last_error is not null
        order by next_attempt_at desc limit 1)),
    'listings', jsonb_build_object(
      'waiting', (select count(*) from public.autotrader_syncs where status in ('pending', 'sending')),
      'stuck', (select count(*) from public.autotrader_syncs where status in ('pending', 'sending') and attempts >= 3),
      'failed', (select count(*) from public.autotrader_syncs where status <> 'sent' and status = 'failed'),
      'lastError', (
        select last_error from public.autotrader_syncs
        where status in ('pending', 'sending') and attempts >= 3 and last_error is not null
        order by next_attempt_at desc limit 1)),
    'incidents', (select count(*) from public.incidents)
  ) into _status;
  return _status;
end
$$;

-- Emails about a deleted lead are not sent.
create function forecourt.forget_lead_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
begin
  delete from public.email_outbox where status <> 'sent' and dedupe_key in (
    select unnest(forecourt.notification_keys(lead.key || ':admin') || (lead.key || ':customer'))
    from (select _kind.kind || ':' || id from was_there) as lead (key)
  );
  return null;
end
$$;

revoke all on function forecourt.forget_lead_mails() from public;

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

-- Dismisses failed jobs or, with _held, emails that are held. An email is deleted, and a listing is sent again the next
-- time its vehicle is saved.
create function public.put_undelivered_aside(_queue text, _id uuid default null, _held boolean default false)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _found integer;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if _queue = 'mail' then
    delete from public.email_outbox
    where status <> 'sent' and status = case when _held then 'held' else 'failed' end and (_id is null or id = _id);
  else
    update public.autotrader_syncs set status = 'sent', pending = null, last_error = null
    where status = 'failed' and (_id is null or vehicle_id = _id);
  end if;
  get diagnostics _found = row_count;
  return _found;
end
$$;

revoke all on function public.put_undelivered_aside(text, uuid, boolean) from public, anon;

grant execute on function public.put_undelivered_aside(text, uuid, boolean) to authenticated, service_role;

-- Retries one job or all jobs, but only those that have been attempted and are not in progress. With _held, sends one
-- email that is held, or all of them, even if they are no longer true. Returns the number of jobs.
create function public.retry_undelivered(_queue text default null, _id uuid default null, _held boolean default false)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _name text;
  _found integer;
  _total integer := 0;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if _held then
    update public.email_outbox
    set status = 'pending', attempts = 0, next_attempt_at = now(), queued_at = now(), expires_at = null, last_error = null
    where status <> 'sent' and status = 'held' and (_id is null or id = _id);
    get diagnostics _total = row_count;
    perform pg_catalog.pg_notify('email_outbox', 'now');
    return _total;
  end if;
  foreach _name in array array['email_outbox', 'autotrader_syncs'] loop
    if _queue is null or _name = forecourt.queue_of(_queue) then
      execute format($sql$
        update public.%1$I set status = 'pending', attempts = 0, next_attempt_at = now(), queued_at = now()
        where (status = 'failed' or status = 'pending' and attempts > 0) and ($1 is null or %2$I = $1)
      $sql$, _name, forecourt.queue_key(_name)) using _id;
      get diagnostics _found = row_count;
      _total := _total + _found;
      if _found > 0 then
        perform pg_catalog.pg_notify(_name, 'now'); -- also wakes workers that paused after an error
      end if;
    end if;
  end loop;
  return _total;
end
$$;

revoke all on function public.retry_undelivered(text, uuid, boolean) from public, anon;

grant execute on function public.retry_undelivered(text, uuid, boolean) to authenticated, service_role;

create trigger contact_messages_forget_mails after delete on public.contact_messages
  referencing old table as was_there for each statement execute function forecourt.forget_lead_mails();

create trigger enquiries_forget_mails after delete on public.enquiries
  referencing old table as was_there for each statement execute function forecourt.forget_lead_mails();

create trigger test_drives_forget_mails after delete on public.test_drives
  referencing old table as was_there for each statement execute function forecourt.forget_lead_mails();

reset check_function_bodies;
