-- What left the house, or should have: for the back office. The view runs with its owner's rights, because nobody may read
-- the outbox; it shows kind, address and what the other side said, never the body or its links.
create view public.undelivered with (security_barrier = true) as
  select 'mail'::text as queue, id, template as kind, recipient as subject, status, attempts, last_error,
    created_at as since, next_attempt_at
  from public.email_outbox
  where status <> 'sent' and (select forecourt.is_trusted())
  union all
  select 'listing'::text, s.vehicle_id, coalesce(s.pending, 'update'), v.title, s.status, s.attempts, s.last_error,
    s.queued_at, s.next_attempt_at
  from public.autotrader_syncs s left join public.vehicles v on v.id = s.vehicle_id
  where s.status <> 'sent' and (select forecourt.is_trusted());

revoke all on public.undelivered from anon, authenticated;
grant select on public.undelivered to authenticated, service_role;

create function forecourt.queue_of(_queue text) returns text
language sql immutable set search_path = '' as $$
  select case _queue when 'mail' then 'email_outbox' when 'listing' then 'autotrader_syncs' end
$$;

-- One, or all that were tried before; what is under way is left alone. Answers how many are tried again now.
create function public.retry_undelivered(_queue text default null, _id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _name text;
  _found integer;
  _total integer := 0;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
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
        perform pg_catalog.pg_notify(_name, 'now'); -- also to those who rest because the other side is in trouble
      end if;
    end if;
  end loop;
  return _total;
end
$$;

-- Seen, and not to be tried again: the mail goes with its body, the listing waits for the next save of its vehicle.
create function public.put_undelivered_aside(_queue text, _id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _found integer;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if _queue = 'mail' then
    delete from public.email_outbox where status = 'failed' and (_id is null or id = _id);
  else
    update public.autotrader_syncs set status = 'sent', pending = null, last_error = null
    where status = 'failed' and (_id is null or vehicle_id = _id);
  end if;
  get diagnostics _found = row_count;
  return _found;
end
$$;

-- In one small answer what the banner on every screen of the back office needs. A job needs a person when it has failed, or
-- has been tried three times without success.
create function public.system_status() returns jsonb
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
drop function public.outbox_status();

do $$
declare
  _call text;
begin
  foreach _call in array array['retry_undelivered(text, uuid)', 'put_undelivered_aside(text, uuid)', 'system_status()'] loop
    execute format('revoke all on function public.%s from public, anon', _call);
    execute format('grant execute on function public.%s to authenticated, service_role', _call);
  end loop;
end
$$;
