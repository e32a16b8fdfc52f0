-- An ended session is refused, not answered with nothing: an empty list would tell customers that their enquiries are gone.
-- PT401 is status 401 on our own server and in PostgREST. Callers that are not signed in, and the service, have no session.
create or replace function forecourt.session_user_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  _user_id uuid;
begin
  if auth.role() is distinct from 'authenticated' then
    return null;
  end if;
  select s.user_id into _user_id from auth.sessions s
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
    and (s.not_after is null or s.not_after > now());
  if not found then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  end if;
  return _user_id;
end
$$;

-- Whether the caller may work as an admin, and if not, what is missing: 'none' is no admin, or a disabled one;
-- 'second-step' has one and did not use it yet; 'enrolment' has none where the setting wants one. Screens ask this; policies
-- ask is_admin(). In PL/pgSQL, because it keeps its plans between calls.
create or replace function public.admin_access() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  _user_id uuid := forecourt.session_user_id();
begin
  return case
    when not exists (
      select from public.user_roles
      join public.profiles on profiles.id = user_roles.user_id
      where user_roles.user_id = _user_id and user_roles.role = 'admin' and not profiles.disabled
    ) then 'none'
    when coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' then 'open'
    when exists (select from auth.mfa_factors where user_id = _user_id and status = 'verified') then 'second-step'
    when exists (select from public.config where key = 'AdminsNeedTwoSteps' and value = 'true') then 'enrolment'
    else 'open'
  end;
end
$$;

create or replace function public.has_role(_user_id uuid, _role text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (_user_id is not distinct from forecourt.session_user_id() or public.is_admin() or auth.role() = 'service_role')
    and exists (select from public.user_roles where user_roles.user_id = _user_id and user_roles.role = _role);
end
$$;

create or replace function forecourt.own_email() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  _user_id uuid := forecourt.session_user_id();
begin
  return (
    select lower(users.email)
    from auth.users join public.profiles on profiles.id = users.id
    where users.id = _user_id and users.email_confirmed_at is not null and not profiles.disabled
      and not exists (select from forecourt.unproved_emails where user_id = users.id)
  );
end
$$;

create or replace function forecourt.used_second_step() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' and exists (
    select from auth.mfa_factors where user_id = (select forecourt.session_user_id()) and status = 'verified')
$$;

alter policy "users read their own profile" on public.profiles
  using (id = (select forecourt.session_user_id()));
alter policy "customers change their own profile" on public.profiles
  using (id = (select forecourt.session_user_id()) and not disabled and (select forecourt.second_step_done()))
  with check (id = (select forecourt.session_user_id()) and not disabled and (select forecourt.second_step_done()));
alter policy "users read their own role" on public.user_roles
  using (user_id = (select forecourt.session_user_id()));
alter policy "admins add to the history under their own name" on public.customer_disable_history
  with check ((select public.is_admin()) and admin_id = (select forecourt.session_user_id()));

-- The caller's session, for what users do to their own account. An account with a second step must have used it.
create or replace function forecourt.require_own_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  _user_id uuid := forecourt.session_user_id();
  _session record;
begin
  select s.id, s.aal::text as aal, p.disabled into _session
  from auth.sessions s join public.profiles p on p.id = s.user_id
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = _user_id;
  if not found then
    raise exception 'Please sign in again.' using errcode = '42501';
  end if;
  if _session.disabled then
    raise exception 'There is a problem with your account, please reach out to us via contact page.' using errcode = '42501';
  end if;
  if coalesce(_session.aal, 'aal1') < 'aal2'
    and exists (select from auth.mfa_factors where user_id = _user_id and status = 'verified')
  then
    raise exception 'Please enter the code of your second step first.' using errcode = '42501';
  end if;
  return _session.id;
end
$$;
