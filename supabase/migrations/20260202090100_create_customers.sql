-- Profiles with their role and whole name, for the back office: it searches, sorts and pages on the server. Runs with the
-- reader's rights, so a customer sees one row: their own.
create view public.customers with (security_invoker = true) as
  select profiles.id, trim(profiles.first_name || ' ' || profiles.last_name) as name, profiles.first_name,
    profiles.last_name, profiles.email, profiles.phone, profiles.disabled, coalesce(user_roles.role, 'user') as role,
    profiles.created_at
  from public.profiles
  left join public.user_roles on user_roles.user_id = profiles.id;

revoke all on public.customers from anon, authenticated;
grant select on public.customers to authenticated;
grant select on public.customers to service_role;
