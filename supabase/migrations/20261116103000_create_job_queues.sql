-- A queue is a table of jobs with the same columns: status, attempts, next_attempt_at, last_error and queued_at. A job is
-- claimed by setting it to 'sending' and due again when its lease ends, so that several processes never do the same one at
-- once, and what a process that died had claimed is taken over. That time is also the claim's name: whoever comes back
-- after another took over finds that the job is no longer theirs.
alter table public.email_outbox add column queued_at timestamptz not null default now();
update public.email_outbox set
  queued_at = created_at,
  next_attempt_at = case when status = 'sending' then coalesce(locked_until, now()) else next_attempt_at end;
alter table public.email_outbox drop column locked_until;
create index email_outbox_open_idx on public.email_outbox (created_at) where status <> 'sent';

create function forecourt.queue_key(_queue text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if _queue = 'email_outbox' then
    return 'id';
  elsif _queue = 'autotrader_syncs' then
    return 'vehicle_id';
  end if;
  raise exception 'There is no queue %', _queue;
end
$$;

-- Twice as long each time, up to the longest, and up to a quarter more: what failed together does not come back together.
create function forecourt.retry_pause(_attempts integer, _first_seconds double precision, _longest_seconds double precision)
returns interval
language sql volatile set search_path = '' as $$
  select make_interval(secs =>
    least(_longest_seconds, _first_seconds * power(2, least(greatest(_attempts, 1) - 1, 20))) * (1 + random() / 4))
$$;

-- The jobs that are due, or with _only that one, due or not; never one that another process has under way.
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

-- It failed: later again, or, when that is hopeless or has gone on for too long, not by itself. False when the claim was no
-- longer ours.
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

-- How long until the next job is due or the lease of a dead process ends; null when nothing waits.
create function public.next_job_seconds(_queue text) returns double precision
language plpgsql set search_path = '' as $$
declare
  _seconds double precision;
begin
  execute format($sql$
    select extract(epoch from min(next_attempt_at) - now()) from public.%I where status in ('pending', 'sending')
  $sql$, _queue) into _seconds;
  return _seconds;
end
$$;

-- The embedded engine has one process: a claim found at its start was left by one that died, and need not run out.
create function public.release_jobs(_queue text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format($sql$ update public.%I set status = 'pending', next_attempt_at = now() where status = 'sending' $sql$, _queue);
end
$$;

do $$
declare
  _step text;
begin
  foreach _step in array array[
    'claim_jobs(text, integer, integer, uuid)',
    'postpone_job(text, uuid, timestamptz, text, boolean, double precision, double precision, integer)',
    'next_job_seconds(text)', 'release_jobs(text)'
  ] loop
    execute format('revoke execute on function public.%s from public, anon, authenticated', _step);
    execute format('grant execute on function public.%s to service_role', _step);
  end loop;
end
$$;
