-- A site that came out of a backup holds what would leave the house: the mails may have been sent since, by the site that the
-- backup was made of, and that one may still be running. Nothing is claimed until an administrator releases it.
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

create or replace function public.claim_jobs(_queue text, _limit integer, _lease_seconds integer, _only uuid default null)
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

-- While all is held nothing is due.
create or replace function public.next_job_seconds(_queue text) returns double precision
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

-- For the service alone: an administrator's browser that asks for a sync is told that it waits.
create or replace function public.read_autotrader_setting() returns text
language sql stable set search_path = '' as $$
  select case when value = 'true' and forecourt.is_outgoing_held() then 'held' else value end
  from public.config where key = 'EnableAutoTrader'
$$;

alter table public.activity drop constraint activity_kind_check;
alter table public.activity add constraint activity_kind_check check (kind in (
  'vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_deleted', 'enquiry', 'test_drive', 'contact_message',
  'customer_registered', 'customer_disabled', 'customer_enabled', 'account_deleted', 'second_steps_reset', 'settings_saved',
  'outgoing_released'
));

-- Answers whether anything was held.
create function public.release_outgoing() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from forecourt.outgoing_hold;
  if not found then
    return false;
  end if;
  perform forecourt.record_activity('outgoing_released', 'Mails and listings released after a restore');
  perform pg_catalog.pg_notify('email_outbox', 'now');
  perform pg_catalog.pg_notify('autotrader_syncs', 'now');
  return true;
end
$$;
revoke all on function public.release_outgoing() from public, anon;
grant execute on function public.release_outgoing() to authenticated, service_role;
