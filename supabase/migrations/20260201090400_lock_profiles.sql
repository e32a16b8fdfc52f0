alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select, update on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- A disabled customer too: the site reads `disabled` to say why it signs them out.
create policy "users read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "admins read every profile" on public.profiles
  for select to authenticated using ((select public.is_admin()));
create policy "admins change profiles" on public.profiles
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated;
grant select, insert, update, delete on public.user_roles to authenticated;
grant all on public.user_roles to service_role;

create policy "users read their own role" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins manage roles" on public.user_roles
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

-- A second lock behind the policies: column grants cannot tell an admin from a customer.
create function forecourt.require_trusted() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  return coalesce(new, old);
end
$$;

create trigger profiles_guard before update of id, disabled on public.profiles
  for each row when (new.id is distinct from old.id or new.disabled is distinct from old.disabled)
  execute function forecourt.require_trusted();
create trigger user_roles_guard before insert or update or delete on public.user_roles
  for each row execute function forecourt.require_trusted();
