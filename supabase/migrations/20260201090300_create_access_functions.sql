-- The questions that policies ask. Definer functions: the answer must not depend on what the caller may read.

-- The caller's own role; an account that is disabled, or has a second factor and did not use it, is no admin.
create function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles
    join public.profiles on profiles.id = user_roles.user_id
    where user_roles.user_id = auth.uid() and user_roles.role = 'admin' and not profiles.disabled
  ) and (
    coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
  )
$$;

create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles
    where user_roles.user_id = _user_id and user_roles.role = _role
      and (_user_id = auth.uid() or public.is_admin() or auth.role() = 'service_role')
  )
$$;

-- The address that the caller has proved to own. Never from the token or the profile: users can write to both.
create function forecourt.own_email() returns text
language sql stable security definer set search_path = '' as $$
  select lower(users.email)
  from auth.users join public.profiles on profiles.id = users.id
  where users.id = auth.uid() and users.email_confirmed_at is not null and not profiles.disabled
$$;

-- Admins, the service and the owner; everyone else reaches the database as one of the two public roles.
create function forecourt.is_trusted() returns boolean
language sql stable set search_path = '' as $$
  select current_user not in ('anon', 'authenticated') or public.is_admin()
$$;

revoke all on function public.has_role(uuid, text), public.is_admin() from public, anon;
grant execute on function public.has_role(uuid, text) to authenticated, service_role;
grant execute on function public.is_admin() to anon, authenticated, service_role;
