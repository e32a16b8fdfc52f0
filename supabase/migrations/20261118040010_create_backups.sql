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
