-- Who the caller is, and what they may do: policies and functions ask these. The tables they read come later.

-- An ended session is refused, not answered with nothing: an empty list would tell customers that their enquiries are gone.
-- PT401 is status 401 on our own server and in PostgREST. Callers that are not signed in, and the service, have no session.
create function forecourt.session_user_id() returns uuid
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
revoke all on function forecourt.session_user_id() from public;
grant execute on function forecourt.session_user_id() to anon, authenticated, service_role;

-- Whether the caller may work as an admin, and if not, what is missing: 'none' is no admin, or a disabled one;
-- 'second-step' has one and did not use it yet; 'enrolment' has none where the setting wants one. Screens ask this; policies
-- ask is_admin(). In PL/pgSQL, because it keeps its plans between calls.
create function public.admin_access() returns text
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
revoke all on function public.admin_access() from public, anon;
grant execute on function public.admin_access() to authenticated, service_role;

-- An admin who has to choose another password (it was printed, or breaks the rules for staff) works as one afterwards. The
-- auth server keeps the reason in app_metadata, which users cannot write; screens read it there, policies ask is_admin().
create function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.admin_access() = 'open' and not exists (
    select from auth.users where id = auth.uid() and raw_app_meta_data ? 'must_set_password'
  )
$$;
revoke all on function public.is_admin() from public, anon;
grant execute on function public.is_admin() to anon, authenticated, service_role;

create function public.has_role(_user_id uuid, _role text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (_user_id is not distinct from forecourt.session_user_id() or public.is_admin() or auth.role() = 'service_role')
    and exists (select from public.user_roles where user_roles.user_id = _user_id and user_roles.role = _role);
end
$$;
revoke all on function public.has_role(uuid, text) from public, anon;
grant execute on function public.has_role(uuid, text) to authenticated, service_role;

-- The address that the caller has proved to own. Never from the token or the profile: users can write to both.
create function forecourt.own_email() returns text
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

-- The account whose leads the caller may read.
create function forecourt.enabled_user_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where id = forecourt.session_user_id() and not disabled
$$;
revoke all on function forecourt.enabled_user_id() from public;
grant execute on function forecourt.enabled_user_id() to authenticated, service_role;

-- The caller has a second step and used it in this session.
create function forecourt.used_second_step() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' and exists (
    select from auth.mfa_factors where user_id = (select forecourt.session_user_id()) and status = 'verified')
$$;

-- A second step that customers set up guards what is theirs: a password alone neither opens their leads nor changes their
-- profile. Sending a new enquiry stays possible, which opens nothing.
create function forecourt.second_step_done() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
$$;

-- The caller's session, for what users do to their own account. An account with a second step must have used it.
create function forecourt.require_own_session() returns uuid
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
revoke all on function forecourt.require_own_session() from public;

-- A session that was raised by a recovery code can delete its account. The methods are SECOND_STEP_METHODS in
-- backend/src/auth/factors.ts.
create function forecourt.has_just_proved_identity(_session_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.mfa_amr_claims
    where session_id = _session_id and updated_at > now() - interval '5 minutes' and (
      authentication_method in ('totp', 'mfa/phone', 'recovery_code')
      or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    )
  )
$$;
revoke all on function forecourt.has_just_proved_identity(uuid) from public;

-- Somebody has shown that the account's address is theirs: autoconfirm and a provider's mere word do not.
create function forecourt.is_proved(_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = _user_id and confirmed_at is not null)
    and not exists (select from forecourt.unproved_emails where user_id = _user_id)
$$;
revoke all on function forecourt.is_proved(uuid) from public;

-- Admins, the service and the owner; everyone else reaches the database as one of the two public roles.
create function forecourt.is_trusted() returns boolean
language sql stable set search_path = '' as $$
  select current_user not in ('anon', 'authenticated') or public.is_admin()
$$;

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
