-- Not before today and at most 90 days ahead, by the London date; only when the date is set, so that a past test drive
-- can still be answered and closed. The service and the owner may import and restore.
create function forecourt.check_test_drive_date() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'INSERT' or new.preferred_date is distinct from old.preferred_date then
    if new.preferred_date::date < forecourt.london_today() then
      raise exception 'The preferred date cannot be in the past.' using errcode = '23514';
    end if;
    if new.preferred_date::date > forecourt.london_today() + 90 then
      raise exception 'The preferred date can be 90 days ahead at most.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;

create trigger test_drives_check_date before insert or update on public.test_drives
  for each row execute function forecourt.check_test_drive_date();

-- The lock is for one address alone: two bookings of one customer in the same moment are counted one after the other.
create function forecourt.count_open_test_drives(_email text) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(7022028, hashtext(_email));
  return (
    select count(*) from public.test_drives
    where email = _email and status <> 'Closed' and preferred_date >= forecourt.london_now()
  );
end
$$;

create function forecourt.cap_open_test_drives() returns trigger
language plpgsql set search_path = '' as $$
declare
  _max_open_bookings constant integer := 5;
begin
  if not forecourt.is_trusted() and forecourt.count_open_test_drives(lower(trim(new.email))) >= _max_open_bookings then
    raise exception 'You already have the most test drives we can hold for one e-mail address.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

create trigger test_drives_cap before insert on public.test_drives
  for each row execute function forecourt.cap_open_test_drives();

-- Visitors cannot read the table, yet must not choose a slot that is taken.
create function public.taken_test_drive_times(_vehicle_id uuid, _date date) returns setof text
language sql stable security definer set search_path = '' as $$
  select to_char(preferred_date, 'HH24:MI')
  from public.test_drives
  where vehicle_id = _vehicle_id and status <> 'Closed'
    and preferred_date >= _date and preferred_date < _date + 1
  order by preferred_date
$$;

revoke all on function public.taken_test_drive_times(uuid, date) from public;
grant execute on function public.taken_test_drive_times(uuid, date) to anon, authenticated, service_role;
