-- The last active admin can't be demoted, disabled or deleted. The lock makes two admins who do it to each other at the
-- same moment wait for one another; the second then sees what the first did.
create function forecourt.keep_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _user_id uuid := (to_jsonb(old) ->> tg_argv[0])::uuid;
begin
  perform pg_catalog.pg_advisory_xact_lock(7022027);
  if exists (select from public.user_roles where user_id = _user_id and role = 'admin')
    and exists (select from public.profiles where id = _user_id and not disabled)
    and not exists (
      select from public.user_roles join public.profiles on profiles.id = user_roles.user_id
      where user_roles.role = 'admin' and not profiles.disabled and profiles.id <> _user_id
    )
  then
    raise exception 'The last active administrator cannot be demoted, disabled or deleted.' using errcode = 'P0001';
  end if;
  return coalesce(new, old);
end
$$;

create trigger profiles_keep_last_admin_disable before update of disabled on public.profiles
  for each row when (new.disabled and not old.disabled) execute function forecourt.keep_last_admin('id');
create trigger profiles_keep_last_admin_delete before delete on public.profiles
  for each row execute function forecourt.keep_last_admin('id');
create trigger user_roles_keep_last_admin_change before update on public.user_roles
  for each row when (old.role = 'admin' and (new.role <> 'admin' or new.user_id <> old.user_id))
  execute function forecourt.keep_last_admin('user_id');
create trigger user_roles_keep_last_admin_delete before delete on public.user_roles
  for each row when (old.role = 'admin') execute function forecourt.keep_last_admin('user_id');
