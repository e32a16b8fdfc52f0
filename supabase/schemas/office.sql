-- What the back office shows about the site itself: incidents, backups and first steps.

-- Problems that occurred in the background. Each kind has one row, with a count, until an admin dismisses it or the
-- problem is over.
create table public.incidents (
  kind text primary key check (kind ~ '^[a-z][a-z-]{2,49}$'),
  detail text not null default '' check (length(detail) <= 500),
  count integer not null default 1 check (count > 0),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
alter table public.incidents enable row level security;

revoke all on public.incidents from anon, authenticated;
grant select, delete on public.incidents to authenticated;
grant all on public.incidents to service_role;

create policy "admins read the incidents" on public.incidents
  for select to authenticated using ((select public.is_admin()));
create policy "admins put an incident aside" on public.incidents
  for delete to authenticated using ((select public.is_admin()));

-- The status for the banner on every back-office screen. A job needs attention if it has failed, or has been tried
-- three times without success.
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
revoke all on function public.system_status() from public, anon;
grant execute on function public.system_status() to authenticated, service_role;

-- The backups, for the back office. Only the folder's name is stored, not its path on the machine.
create table forecourt.backups (
  id uuid primary key default gen_random_uuid(),
  folder text not null check (folder ~ '^forecourt-[0-9TZ]{1,40}$'),
  is_nightly boolean not null,
  -- The time of the snapshot, and the time when the backup was complete.
  made_at timestamptz not null,
  finished_at timestamptz not null default now(),
  bytes bigint not null check (bytes >= 0),
  rows bigint not null check (rows >= 0),
  pictures bigint not null check (pictures >= 0),
  -- Pictures that have a row but no file.
  missing_pictures bigint not null default 0 check (missing_pictures >= 0)
);
alter table forecourt.backups enable row level security;
create index backups_finished_at_idx on forecourt.backups (finished_at desc);

-- For the status screen: the last backup, the nightly backup's error, and what is on hold after a restore.
create function public.backup_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'last', (
      select jsonb_build_object('folder', folder, 'isNightly', is_nightly, 'madeAt', made_at, 'finishedAt', finished_at,
        'bytes', bytes, 'rows', rows, 'pictures', pictures, 'missingPictures', missing_pictures)
      from forecourt.backups order by finished_at desc limit 1),
    'isOld', not exists (select from forecourt.backups where made_at > now() - interval '2 days'),
    'lastError', (select last_error from forecourt.job_rounds where name = 'backup' and attempts > 0),
    'held', (
      select jsonb_build_object('since', since, 'madeAt', made_at,
        'mails', (select count(*) from public.email_outbox where status in ('pending', 'sending')),
        'listings', (select count(*) from public.autotrader_syncs where status in ('pending', 'sending')))
      from forecourt.outgoing_hold));
end
$$;
revoke all on function public.backup_status() from public, anon;
grant execute on function public.backup_status() to authenticated, service_role;

-- The secrets of a site that runs on several machines (docs/keys.md), encrypted with KEYS_SECRET, which the database never sees.
-- Only the owner of the database can read this table.
create table forecourt.sealed_keys (
  is_only boolean primary key default true check (is_only),
  sealed text not null,
  changed_at timestamptz not null default now()
);

-- A new dealer's progress, derived from the data. All that is stored is whether the steps are hidden.
create function public.first_steps() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  _company jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  select coalesce(jsonb_object_agg(key, trim(value)), '{}') into _company from public.config
  where key in ('COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_OPENING_HOURS');
  return jsonb_build_object(
    -- The initial name and address don't count. The initial opening hours do, because they may be right.
    'hasName', coalesce(_company ->> 'COMPANY_NAME', '') not in ('', 'Your dealership', 'Halden & Rowe Motor Cars'),
    'hasAddress', coalesce(_company ->> 'COMPANY_ADDRESS', '') not in ('', '14 Lincoln Road, Peterborough, PE1 5BA'),
    'hasHours', coalesce(_company ->> 'COMPANY_OPENING_HOURS', '') <> '',
    -- Null if there is no setting for a logo.
    'hasLogo', (
      select bool_or(coalesce(config.value, '') <> '') from forecourt.settings left join public.config using (key)
      where settings.key like 'BRAND\_LOGO%'),
    'isHidden', exists (select from forecourt.markers where name = 'first-steps-hidden'),
    -- A demo vehicle counts once it has been edited.
    'hasVehicle', exists (
      select from public.vehicles left join public.demo_vehicles on vehicle_id = id
      where vehicle_id is null or updated_at <> marked_at),
    'demoVehicles', (select count(*) from public.demo_stock where not is_used),
    'admins', (select count(*) from forecourt.active_admins),
    'hasBackup', exists (select from forecourt.backups),
    'hasSentMail', exists (select from public.email_outbox where status = 'sent'),
    'testMail', (
      select jsonb_build_object('to', recipient, 'status', status, 'error', last_error, 'at', coalesce(sent_at, created_at))
      from public.email_outbox
      where template = 'test-mail' and recipient = (select email from auth.users where id = auth.uid())
      order by created_at desc limit 1));
end
$$;
grant execute on function public.first_steps() to authenticated, service_role;

-- Applies to all of the site's admins.
create function public.hide_first_steps(_hidden boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if _hidden then
    insert into forecourt.markers (name) values ('first-steps-hidden') on conflict do nothing;
  else
    delete from forecourt.markers where name = 'first-steps-hidden';
  end if;
end
$$;
revoke all on function public.first_steps(), public.hide_first_steps(boolean) from public, anon;
grant execute on function public.hide_first_steps(boolean) to authenticated;
