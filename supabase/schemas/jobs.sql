-- Job queues and periodic jobs.

-- A queue is a table with the columns status, attempts, next_attempt_at, last_error and queued_at. Claiming a job sets
-- its status to 'sending' and next_attempt_at to the end of the lease. No two processes run the same job, and jobs
-- claimed by a process that died become due again. The end of the lease also identifies the claim, so a process that
-- has lost its lease no longer finds the job.
create function forecourt.queue_key(_queue text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if _queue = 'email_outbox' then
    return 'id';
  elsif _queue = 'autotrader_syncs' then
    return 'vehicle_id';
  end if;
  raise exception 'Unknown queue %', _queue;
end
$$;

-- Exponential backoff up to a maximum, with up to 25% jitter so that jobs that failed together are not all retried at
-- once.
create function forecourt.retry_pause(_attempts integer, _first_seconds double precision, _longest_seconds double precision)
returns interval
language sql volatile set search_path = '' as $$
  select make_interval(secs =>
    least(_longest_seconds, _first_seconds * power(2, least(greatest(_attempts, 1) - 1, 20))) * (1 + random() / 4))
$$;

-- Claims the jobs that are due or, if _only is given, just that job, even if it is not due. Never claims a job that
-- another process is running.
create function public.claim_jobs(_queue text, _limit integer, _lease_seconds integer, _only uuid default null)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  _claimed jsonb;
  _wanted text := case
    when _only is null then $sql$ status in ('pending', 'sending') and next_attempt_at <= now() $sql$
    else $sql$ %I = $3 and (status in ('pending', 'failed') or status = 'sending' and next_attempt_at <= now()) $sql$
  end;
begin
  if forecourt.is_outgoing_held() then
    return '[]';
  end if;
  execute format($sql$
    with due as (
      select %2$I as key from public.%1$I where %3$s order by next_attempt_at limit $1 for update skip locked
    ), claimed as (
      update public.%1$I j set
        status = 'sending', attempts = j.attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
      from due where j.%2$I = due.key
      returning j.*
    )
    select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') from claimed
  $sql$, _queue, forecourt.queue_key(_queue), format(_wanted, forecourt.queue_key(_queue)))
  into _claimed using _limit, _lease_seconds, _only;
  return _claimed;
end
$$;
revoke execute on function public.claim_jobs(text, integer, integer, uuid) from public, anon, authenticated;
grant execute on function public.claim_jobs(text, integer, integer, uuid) to service_role;

-- Records a failure. The job is retried later, unless the failure is final or the job is too old. Returns false if the
-- lease was lost.
create function public.postpone_job(
  _queue text, _id uuid, _claim timestamptz, _error text, _is_final boolean,
  _first_seconds double precision, _longest_seconds double precision, _give_up_days integer
) returns boolean
language plpgsql set search_path = '' as $$
declare
  _found integer;
begin
  execute format($sql$
    update public.%1$I set
      status = case when $4 or queued_at < now() - make_interval(days => $7) then 'failed' else 'pending' end,
      next_attempt_at = now() + forecourt.retry_pause(attempts, $5, $6), last_error = $3
    where %2$I = $1 and status = 'sending' and next_attempt_at = $2
  $sql$, _queue, forecourt.queue_key(_queue))
  using _id, _claim, _error, _is_final, _first_seconds, _longest_seconds, _give_up_days;
  get diagnostics _found = row_count;
  return _found > 0;
end
$$;
revoke execute on function public.postpone_job(
  text, uuid, timestamptz, text, boolean, double precision, double precision, integer
) from public, anon, authenticated;
grant execute on function public.postpone_job(
  text, uuid, timestamptz, text, boolean, double precision, double precision, integer
) to service_role;

-- Returns null while outgoing jobs are on hold.
create function public.next_job_seconds(_queue text) returns double precision
language plpgsql set search_path = '' as $$
declare
  _seconds double precision;
begin
  if forecourt.is_outgoing_held() then
    return null;
  end if;
  execute format($sql$
    select extract(epoch from min(next_attempt_at) - now()) from public.%I where status in ('pending', 'sending')
  $sql$, _queue) into _seconds;
  return _seconds;
end
$$;
revoke execute on function public.next_job_seconds(text) from public, anon, authenticated;
grant execute on function public.next_job_seconds(text) to service_role;

-- For the embedded engine, which has only one process. At start-up, any existing claims were made by a process that has
-- died, so they can be released.
create function public.release_jobs(_queue text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format($sql$ update public.%I set status = 'pending', next_attempt_at = now() where status = 'sending' $sql$, _queue);
end
$$;
revoke execute on function public.release_jobs(text) from public, anon, authenticated;
grant execute on function public.release_jobs(text) to service_role;

-- Periodic jobs: when each runs next, and the lease of the process that is running it. The times are stored so that the
-- jobs also run on a service that is restarted often.
create table forecourt.job_rounds (
  name text primary key,
  next_at timestamptz not null,
  locked_until timestamptz,
  attempts integer not null default 0,
  last_error text,
  -- When an admin asked for a run. Null once it has succeeded.
  requested_at timestamptz
);

-- Emails and listings that have not been delivered, for the back office. Runs with its owner's rights, because admins
-- may not read the outbox. It shows the type, address and last error, but never the body or its links.
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

-- A site restored from a backup puts outgoing emails and listings on hold until an admin releases them, because the
-- original site may have sent them since the backup, and may still be running.
create table forecourt.outgoing_hold (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null default now(),
  -- When the backup was made.
  made_at timestamptz not null
);
alter table forecourt.outgoing_hold enable row level security;

create function forecourt.is_outgoing_held() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from forecourt.outgoing_hold)
$$;
revoke all on function forecourt.is_outgoing_held() from public, anon, authenticated;
grant execute on function forecourt.is_outgoing_held() to service_role;

-- Uses `where true`, because hosted projects reject a delete with no condition, even inside a function.
create function public.release_outgoing() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from forecourt.outgoing_hold where true;
  if not found then
    return false;
  end if;
  perform forecourt.record_activity('outgoing_released', 'Emails and listings released after a restore');
  perform pg_catalog.pg_notify('email_outbox', 'now');
  perform pg_catalog.pg_notify('autotrader_syncs', 'now');
  return true;
end
$$;
revoke all on function public.release_outgoing() from public, anon;
grant execute on function public.release_outgoing() to authenticated, service_role;
