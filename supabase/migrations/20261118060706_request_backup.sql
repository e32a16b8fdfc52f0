-- An admin can ask for a backup in the back office.

set check_function_bodies = off;

alter table forecourt.job_rounds add column requested_at timestamptz;

-- For the status screen: the last backup, the nightly backup's error, and what is on hold after a restore.
create or replace function public.backup_status() returns jsonb
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
    'isUnderWay', exists (
      select from forecourt.job_rounds
      where name = 'backup' and requested_at is not null and (attempts = 0 or locked_until > now())),
    'held', (
      select jsonb_build_object('since', since, 'madeAt', made_at,
        'mails', (select count(*) from public.email_outbox where status in ('pending', 'sending')),
        'listings', (select count(*) from public.autotrader_syncs where status in ('pending', 'sending')))
      from forecourt.outgoing_hold));
end
$$;

-- Asks for a backup now. The periodic job makes it, so there is only ever one under way. Returns false if that is so.
create function public.request_backup() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  _most_an_hour constant integer := 10;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if not public.take_limit('backup', _most_an_hour, 3600) then
    raise exception 'You have made too many backups in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  update forecourt.job_rounds set requested_at = now(), next_at = now()
  where name = 'backup' and (locked_until is null or locked_until < now());
  if not found then
    return false;
  end if;
  perform pg_catalog.pg_notify('backup', '');
  return true;
end
$$;

revoke all on function public.request_backup() from public, anon;

grant execute on function public.request_backup() to authenticated, service_role;

reset check_function_bodies;
