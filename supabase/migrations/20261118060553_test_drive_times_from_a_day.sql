set check_function_bodies = off;

drop function public.taken_test_drive_times(uuid,date);

-- For visitors, who cannot read the table but need to know which times are taken from a given day on.
create function public.taken_test_drive_times(_vehicle_id uuid, _from date) returns setof timestamp
language sql stable security definer set search_path = '' as $$
  select preferred_date from public.test_drives
  where vehicle_id = _vehicle_id and status <> 'Closed' and preferred_date >= _from
  order by preferred_date
$$;

revoke all on function public.taken_test_drive_times(uuid, date) from public;

grant execute on function public.taken_test_drive_times(uuid, date) to anon, authenticated, service_role;

reset check_function_bodies;
