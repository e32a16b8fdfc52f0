-- What the back office shows about the site itself: counts, incidents, backups, first steps.

-- What went wrong without anyone at the screen: one row a kind, counted, until an admin has seen it or it is over.
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
revoke all on function public.system_status() from public, anon;
grant execute on function public.system_status() to authenticated, service_role;

-- What the back office counts every half minute, kept by the writes themselves: a few rows to read instead of all there are.
create table public.office_counts (
  -- 'vehicle', or the kind of a lead as the inbox has it.
  subject text not null,
  status text not null,
  total bigint not null,
  primary key (subject, status)
);
alter table public.office_counts enable row level security;

revoke all on public.office_counts from anon, authenticated, service_role;
grant select on public.office_counts to authenticated, service_role;

create policy "admins see what the office counts" on public.office_counts
  for select to authenticated using ((select public.is_admin()));

-- What a row of the table counts as, and the expression for its status.
create function forecourt.office_count_of(_table name, out subject text, out status text)
language sql stable security definer set search_path = '' as $$
  select 'vehicle', $s$case when sold then 'Sold' else 'For sale' end$s$ where _table = 'vehicles'
  union all
  select kind, format('case status when %L then %L else status end', new_status, 'New')
  from forecourt.lead_kinds where table_name = _table
$$;
revoke all on function forecourt.office_count_of(name) from public, anon, authenticated, service_role;

create function forecourt.count_for_the_office() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _counted record := forecourt.office_count_of(tg_table_name);
begin
  -- In one order, so that two who count the same wait for each other, and not for ever.
  execute format($sql$
    insert into public.office_counts as c
    select %L, %s as status, sum(change) from (%s) as changes
    group by 2 having sum(change) <> 0 order by 2
    on conflict (subject, status) do update set total = c.total + excluded.total
  $sql$, _counted.subject, _counted.status, concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as change from now_there' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as change from was_there' end));
  return null;
end
$$;
create trigger vehicles_count_added after insert on public.vehicles
  referencing new table as now_there for each statement execute function forecourt.count_for_the_office();
create trigger vehicles_count_changed after update on public.vehicles
  referencing old table as was_there new table as now_there
  for each statement execute function forecourt.count_for_the_office();
create trigger vehicles_count_removed after delete on public.vehicles
  referencing old table as was_there for each statement execute function forecourt.count_for_the_office();

-- After rows were brought in behind the triggers' backs: for the owner of the database alone.
create function forecourt.recount_for_the_office() returns void
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
revoke all on function forecourt.recount_for_the_office() from public, anon, authenticated, service_role;

-- The backups that were made, for the back office. Where they lie is said by the name of their folder alone: the rest is the
-- business of whoever runs the machine.
create table forecourt.backups (
  id uuid primary key default gen_random_uuid(),
  folder text not null check (folder ~ '^forecourt-[0-9TZ]{1,40}$'),
  is_nightly boolean not null,
  -- The moment that its rows are of, and when it was whole.
  made_at timestamptz not null,
  finished_at timestamptz not null default now(),
  bytes bigint not null check (bytes >= 0),
  rows bigint not null check (rows >= 0),
  pictures bigint not null check (pictures >= 0),
  -- Named by a row, and nowhere to be found.
  missing_pictures bigint not null default 0 check (missing_pictures >= 0)
);
alter table forecourt.backups enable row level security;
create index backups_finished_at_idx on forecourt.backups (finished_at desc);

-- What the status screen shows: the last backup, why the nightly one fails, and what is held since a restore.
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

-- The secrets of a site that runs on several machines (docs/keys.md), sealed under KEYS_SECRET, which the database never
-- sees. Nobody but the owner of the database has a grant in this schema.
create table forecourt.sealed_keys (
  is_only boolean primary key default true check (is_only),
  sealed text not null,
  changed_at timestamptz not null default now()
);

-- How far a new dealer has come, from what is there: nothing of it is noted down but that it was hidden.
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
    -- What the demo, or a site without it, began with is nobody's own. Its hours may be another's, too.
    'hasName', coalesce(_company ->> 'COMPANY_NAME', '') not in ('', 'Your dealership', 'Halden & Rowe Motor Cars'),
    'hasAddress', coalesce(_company ->> 'COMPANY_ADDRESS', '') not in ('', '14 Lincoln Road, Peterborough, PE1 5BA'),
    'hasHours', coalesce(_company ->> 'COMPANY_OPENING_HOURS', '') <> '',
    -- Null while no logo can be set.
    'hasLogo', (
      select bool_or(coalesce(config.value, '') <> '') from forecourt.settings left join public.config using (key)
      where settings.key like 'BRAND\_LOGO%'),
    'isHidden', exists (select from forecourt.markers where name = 'first-steps-hidden'),
    -- One that came with the demo is the dealer's own when it was edited.
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

-- For all admins of the site.
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
