-- Whoever was invited is no admin yet: the list of customers says why. The table itself is nobody's to read.
create function forecourt.invited_until(_user_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select sent_at + forecourt.invitation_lifetime() from forecourt.invitations where user_id = _user_id
$$;
revoke all on function forecourt.invited_until(uuid) from public;
grant execute on function forecourt.invited_until(uuid) to authenticated, service_role;

create or replace view public.customers with (security_invoker = true) as
  select profiles.id, trim(profiles.first_name || ' ' || profiles.last_name) as name, profiles.first_name,
    profiles.last_name, profiles.email, profiles.phone, profiles.disabled, coalesce(user_roles.role, 'user') as role,
    profiles.created_at, forecourt.invited_until(profiles.id) as invited_until
  from public.profiles
  left join public.user_roles on user_roles.user_id = profiles.id;
