-- Who the caller is and what they may do, for policies and functions. The tables read here are created in later files.

-- Raises an error if the session has ended, because an empty result would make customers think that their enquiries had
-- gone. PT401 becomes status 401 on our own server and in PostgREST. Anonymous callers and the service have no session.
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

-- For our own server, which asks for every request (backend/src/rest/run-plan.ts).
create function forecourt.session_has_ended() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform forecourt.session_user_id();
  return false;
exception
  when sqlstate 'PT401' then return true;
end
$$;
revoke all on function forecourt.session_has_ended() from public;
grant execute on function forecourt.session_has_ended() to authenticated;

-- Whether the caller may work in the back office in one of these roles, and if not, why: 'none' means that the caller has
-- none of the roles or is disabled, 'second-step' that they have not entered their two-step verification code yet, and
-- 'enrolment' that they have not set up two-step verification although the setting requires it. It is in PL/pgSQL, which
-- caches its query plans between calls.
create function forecourt.access_as(_roles text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  _user_id uuid := forecourt.session_user_id();
begin
  return case
    when not exists (
      select from public.user_roles
      join public.profiles on profiles.id = user_roles.user_id
      where user_roles.user_id = _user_id and user_roles.role = any (_roles) and not profiles.disabled
    ) then 'none'
    when coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' then 'open'
    when exists (select from auth.mfa_factors where user_id = _user_id and status = 'verified') then 'second-step'
    when exists (select from public.config where key = 'AdminsNeedTwoSteps' and value = 'true') then 'enrolment'
    else 'open'
  end;
end
$$;
revoke all on function forecourt.access_as(text[]) from public;

-- Whether a member of staff may work in the back office, and if not, why, as in access_as. Screens call this function;
-- policies call is_staff() and is_admin().
create function public.staff_access() returns text
language sql stable security definer set search_path = '' as $$
  select forecourt.access_as(array['admin', 'sales'])
$$;
revoke all on function public.staff_access() from public, anon;
grant execute on function public.staff_access() to authenticated, service_role;

-- A member of staff who must choose a new password (because the current one was printed, or breaks the rules for staff)
-- has no access until they have done so. The auth server stores the reason in app_metadata, which users cannot write and
-- screens can read.
create function forecourt.works_as(_roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select forecourt.access_as(_roles) = 'open' and not exists (
    select from auth.users where id = auth.uid() and raw_app_meta_data ? 'must_set_password'
  )
$$;
revoke all on function forecourt.works_as(text[]) from public;

create function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select forecourt.works_as(array['admin'])
$$;
revoke all on function public.is_admin() from public, anon;
grant execute on function public.is_admin() to anon, authenticated, service_role;

-- Whether the caller works with leads and vehicles: sales staff and admins.
create function public.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select forecourt.works_as(array['admin', 'sales'])
$$;
revoke all on function public.is_staff() from public, anon;
grant execute on function public.is_staff() to anon, authenticated, service_role;

-- For the policies on vehicles. Unlike is_staff, it says nothing about a session that has ended: an error would tell a
-- customer that there is a draft. It looks for the role first, so that for a customer a draft takes hardly longer than an
-- unknown id.
create function forecourt.sees_drafts() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.user_roles where user_id = auth.uid() and role <> 'user')
    and not forecourt.session_has_ended() and public.is_staff();
end
$$;
revoke all on function forecourt.sees_drafts() from public;
grant execute on function forecourt.sees_drafts() to authenticated, service_role;

create function public.has_role(_user_id uuid, _role text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (_user_id is not distinct from forecourt.session_user_id() or public.is_admin() or auth.role() = 'service_role')
    and exists (select from public.user_roles where user_roles.user_id = _user_id and user_roles.role = _role);
end
$$;
revoke all on function public.has_role(uuid, text) from public, anon;
grant execute on function public.has_role(uuid, text) to authenticated, service_role;

-- Everyone who works in the back office, for the policy on their profiles.
create function forecourt.colleagues() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select user_id from public.user_roles where role <> 'user'
$$;
revoke all on function forecourt.colleagues() from public;
grant execute on function forecourt.colleagues() to authenticated, service_role;

-- The caller's verified email address. It is not taken from the token or the profile, because users can write to both.
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

-- Whether the caller has two-step verification and has used it in this session.
create function forecourt.used_second_step() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' and exists (
    select from auth.mfa_factors where user_id = (select forecourt.session_user_id()) and status = 'verified')
$$;

-- For customers who have set up two-step verification, a password alone does not give access to their leads or profile. They
-- can still send a new enquiry, which reveals nothing.
create function forecourt.second_step_done() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
$$;

-- The caller's session, for functions that change the caller's own account. Requires the second step if the account has one.
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
    raise exception 'Please enter your two-step verification code first.' using errcode = '42501';
  end if;
  return _session.id;
end
$$;
revoke all on function forecourt.require_own_session() from public;

-- Whether the caller has signed in (or, with two-step verification, entered a code) in the last five minutes. The
-- second-step methods are the same as SECOND_STEP_METHODS in backend/src/auth/factors.ts, including recovery codes.
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

-- Whether the account's owner has proved that they own the email address. Autoconfirm and a provider's claim do not
-- count as proof.
create function forecourt.is_proved(_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = _user_id and confirmed_at is not null)
    and not exists (select from forecourt.unproved_emails where user_id = _user_id)
$$;
revoke all on function forecourt.is_proved(uuid) from public;

-- Whether the caller is an admin, the service or the owner of the database. All other callers have one of the two
-- public roles.
create function forecourt.is_trusted() returns boolean
language sql stable set search_path = '' as $$
  select current_user not in ('anon', 'authenticated') or public.is_admin()
$$;

-- As is_trusted(), for what sales staff may do as well.
create function forecourt.is_trusted_staff() returns boolean
language sql stable set search_path = '' as $$
  select current_user not in ('anon', 'authenticated') or public.is_staff()
$$;

-- A second safeguard behind the policies, because column grants cannot tell an admin from a customer.
create function forecourt.require_trusted() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  return coalesce(new, old);
end
$$;
