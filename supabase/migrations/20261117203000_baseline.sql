-- The whole schema of the product, as a new database begins. Made from supabase/schemas when 140
-- migrations were replaced; like every migration it never changes. Read the schema there.

set check_function_bodies = off;

-- == foundation.sql

-- What everything else stands on: the schema, the clock, and triggers that many tables share.

-- Helpers of policies and triggers, and the service's own tables. Not exposed over HTTP.
create schema if not exists forecourt;

grant usage on schema forecourt to anon, authenticated, service_role;

create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

-- Hosted projects give new sequences to everyone. Rows get their numbers without that.
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- A function that sets its search path is called; one that does not is written into the statement that names it, which saves
-- parsing and planning its body at each list. Every name in it is qualified instead.
create function forecourt.london_now() returns timestamp
language sql stable as $$
  select pg_catalog.timezone('Europe/London', pg_catalog.now())
$$;

create function forecourt.london_today() returns date
language sql stable as $$
  select forecourt.london_now()::pg_catalog.date
$$;

-- Which table changed, for every process that caches what it read.
create function forecourt.notify_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('forecourt_changes', tg_table_name);
  return null;
end
$$;

create function forecourt.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

-- Things done once in the life of a database, such as filling in the demo stock.
create table forecourt.markers (
  name text primary key,
  done_at timestamptz not null default now()
);

-- == access.sql

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

-- == profiles.sql

-- Accounts: their profiles and roles.

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  email text not null default '' check (length(email) <= 320),
  phone text not null default '' check (length(phone) <= 50),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.profiles enable row level security;
create index profiles_created_at_idx on public.profiles (created_at desc);
create index profiles_email_idx on public.profiles (email);

revoke all on public.profiles from anon, authenticated;
grant select, update on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- A disabled customer too: the site reads `disabled` to say why it signs them out.
create policy "users read their own profile" on public.profiles
  for select to authenticated using (id = (select forecourt.session_user_id()));
create policy "admins read every profile" on public.profiles
  for select to authenticated using ((select public.is_admin()));
create policy "admins change profiles" on public.profiles
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
-- Customers correct their own name and phone; the rest of a profile is an administrator's to change.
create policy "customers change their own profile" on public.profiles
  for update to authenticated
  using (id = (select forecourt.session_user_id()) and not disabled and (select forecourt.second_step_done()))
  with check (id = (select forecourt.session_user_id()) and not disabled and (select forecourt.second_step_done()));

create trigger profiles_touch before update on public.profiles
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger profiles_changed after insert or update or delete on public.profiles
  for each statement execute function forecourt.notify_change();
create trigger profiles_guard before update of id, disabled on public.profiles
  for each row when (new.id is distinct from old.id or new.disabled is distinct from old.disabled)
  execute function forecourt.require_trusted();
create trigger profiles_address_guard before update of email, created_at on public.profiles
  for each row when (new.email is distinct from old.email or new.created_at is distinct from old.created_at)
  execute function forecourt.require_trusted();

-- Both roles are told from the caller's own row, so that one row a user is enough; no row means user.
create table public.user_roles (
  user_id uuid primary key references public.profiles on delete cascade,
  role text not null default 'user' check (role in ('user', 'admin'))
);
alter table public.user_roles enable row level security;
create index user_roles_admins_idx on public.user_roles (user_id) where role = 'admin';

revoke all on public.user_roles from anon, authenticated;
grant select, insert, update, delete on public.user_roles to authenticated;
grant all on public.user_roles to service_role;

create policy "users read their own role" on public.user_roles
  for select to authenticated using (user_id = (select forecourt.session_user_id()));
create policy "admins manage roles" on public.user_roles
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger user_roles_changed after insert or update or delete on public.user_roles
  for each statement execute function forecourt.notify_change();
create trigger user_roles_guard before insert or update or delete on public.user_roles
  for each row execute function forecourt.require_trusted();

create view forecourt.active_admins as
  select profiles.id from public.user_roles
  join public.profiles on profiles.id = user_roles.user_id
  join auth.users on users.id = profiles.id
  where user_roles.role = 'admin' and not profiles.disabled and users.confirmed_at is not null;
revoke all on forecourt.active_admins from public, anon, authenticated;

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
    -- Of an account that is being deleted nothing is left there by now.
    and not exists (select from auth.users where id = _user_id and confirmed_at is null)
    and not exists (select from forecourt.active_admins where id <> _user_id)
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

-- Accounts whose address counts as confirmed although nobody read a mail of ours at it: autoconfirm, or a provider that is
-- not the one who hands such addresses out. They sign in; what was sent under the address stays closed to them.
create table forecourt.unproved_emails (
  user_id uuid primary key references auth.users on delete cascade,
  -- An account can become unproved when its email address changes. What it sent before that is its own and stays with it.
  since timestamptz not null default now()
);
alter table forecourt.unproved_emails enable row level security;

revoke all on forecourt.unproved_emails from public, anon, authenticated;

-- Accounts whose phone number counts as confirmed although no code of ours was read there (GOTRUE_SMS_AUTOCONFIRM).
create table forecourt.unproved_phones (
  user_id uuid primary key references auth.users on delete cascade
);
alter table forecourt.unproved_phones enable row level security;

revoke all on forecourt.unproved_phones from public, anon, authenticated;

-- Whoever else holds the account of a colleague's address, or chose its password, would be the admin.
create function forecourt.require_proof_of_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.users where id = new.user_id and confirmed_at is not null) then
    raise exception 'This account waits for its confirmation. Invite your colleague instead.' using errcode = 'P0001';
  end if;
  if not forecourt.is_proved(new.user_id) then
    raise exception
      'Nobody has shown yet that this account’s address is theirs. Your colleague can, by “Forgot password” and its e-mail.'
      using errcode = 'P0001';
  end if;
  return new;
end
$$;
revoke all on function forecourt.require_proof_of_admin() from public;

-- By its name after user_roles_guard: a customer must not learn here whose address is proved.
create trigger user_roles_proof_added before insert on public.user_roles
  for each row when (new.role = 'admin') execute function forecourt.require_proof_of_admin();
create trigger user_roles_proof_changed before update on public.user_roles
  for each row when (new.role = 'admin' and (old.role <> 'admin' or new.user_id <> old.user_id))
  execute function forecourt.require_proof_of_admin();

-- A profile for every account. Metadata is whatever the sign-up form sent: cut to size, never a reason to fail.
create function forecourt.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _meta jsonb := coalesce(new.raw_user_meta_data, '{}');
  _full_name text := trim(coalesce(_meta ->> 'name', _meta ->> 'full_name', ''));
  _first_name text := trim(coalesce(_meta ->> 'first_name', split_part(_full_name, ' ', 1)));
  _last_name text := trim(coalesce(_meta ->> 'last_name', substr(_full_name, length(split_part(_full_name, ' ', 1)) + 2)));
  _phone text := trim(coalesce(nullif(_meta ->> 'phone', ''), new.phone, ''));
begin
  insert into public.profiles (id, first_name, last_name, email, phone)
  values (new.id, left(_first_name, 100), left(_last_name, 100), lower(coalesce(new.email, '')), left(_phone, 50))
  on conflict (id) do nothing;

  if new.email is not null and new.email_confirmed_at is null and not new.is_anonymous then
    perform forecourt.queue_mail('admin-notification', null, jsonb_build_object(
      'enquiryType', 'registration',
      'customerName', left(trim(concat_ws(' ', _first_name, _last_name)), 200),
      'customerEmail', new.email,
      'customerPhone', coalesce(nullif(left(_phone, 50), ''), 'Not provided'),
      'message', 'A new user has registered on the website.'
    ), format('registration:%s:admin', new.id));
  end if;
  return null;
end
$$;
create trigger on_auth_user_created after insert on auth.users
  for each row execute function forecourt.create_profile();

-- The profile shows the address that the account has; what a user owns is decided by auth.users alone.
create function forecourt.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = lower(coalesce(new.email, '')) where id = new.id;
  return null;
end
$$;
create trigger on_auth_user_email_changed after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function forecourt.follow_email();

-- == accounts.sql

-- What staff do with accounts, and people with their own.

-- The role of an admin is given when an invitation is accepted in time, not when it is sent: a mailbox that is somebody
-- else's a year later opens nothing.
create table forecourt.invitations (
  user_id uuid primary key references auth.users on delete cascade,
  sent_at timestamptz not null default now()
);
alter table forecourt.invitations enable row level security;

revoke all on forecourt.invitations from public, anon, authenticated;

-- As long as the link in the mail of an invitation.
create function forecourt.invitation_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '24 hours' $$;
revoke all on function forecourt.invitation_lifetime() from public;

-- Whichever mail is read first at the address counts: the invitation itself, or one that resets a password. Another address
-- was not invited, and a disabled account is invited no longer.
create function forecourt.accept_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _sent_at timestamptz;
begin
  delete from forecourt.invitations where user_id = new.id returning sent_at into _sent_at;
  if new.email is not distinct from old.email and _sent_at > now() - forecourt.invitation_lifetime()
    and forecourt.is_proved(new.id) and exists (select from public.profiles where id = new.id and not disabled)
  then
    insert into public.user_roles (user_id, role) values (new.id, 'admin')
      on conflict (user_id) do update set role = excluded.role;
  end if;
  return null;
end
$$;
revoke all on function forecourt.accept_invitation() from public;
create trigger on_auth_user_invitation_accepted after update of email, email_confirmed_at on auth.users
  for each row when (
    new.email is distinct from old.email or (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  ) execute function forecourt.accept_invitation();

-- Whoever was invited is no admin yet: the list of customers says why. The table itself is nobody's to read.
create function forecourt.invited_until(_user_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select sent_at + forecourt.invitation_lifetime() from forecourt.invitations where user_id = _user_id
$$;
revoke all on function forecourt.invited_until(uuid) from public;
grant execute on function forecourt.invited_until(uuid) to authenticated, service_role;

-- Only an account that waits for its first password: with one that a stranger chose, who holds the address would open the
-- back office to the stranger.
create function public.welcome_colleague(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if not exists (
    select from auth.users where id = _user_id and invited_at is not null and confirmed_at is null
      and coalesce(encrypted_password, '') = ''
  ) then
    raise exception 'This account is not waiting for an invitation.' using errcode = 'PT409';
  end if;
  insert into forecourt.invitations (user_id) values (_user_id) on conflict (user_id) do update set sent_at = now();
  perform forecourt.record_activity('admin_invited', format('%s invited as an admin', email), null, id)
  from public.profiles where id = _user_id;
end
$$;
revoke all on function public.welcome_colleague(uuid) from public, anon;
grant execute on function public.welcome_colleague(uuid) to authenticated, service_role;

create table public.customer_disable_history (
  id bigint primary key generated always as identity,
  customer_id uuid references public.profiles on delete set null,
  admin_id uuid references public.profiles on delete set null,
  customer_email text not null default '' check (length(customer_email) <= 320),
  admin_email text not null default '' check (length(admin_email) <= 320),
  action text not null check (action in ('disabled', 'enabled')),
  created_at timestamptz not null default now()
);
alter table public.customer_disable_history enable row level security;
create index customer_disable_history_customer_id_idx on public.customer_disable_history (customer_id);
create index customer_disable_history_admin_id_idx on public.customer_disable_history (admin_id);

revoke all on public.customer_disable_history from anon, authenticated;
grant select, insert on public.customer_disable_history to authenticated;
grant all on public.customer_disable_history to service_role;

create policy "admins read the history" on public.customer_disable_history
  for select to authenticated using ((select public.is_admin()));
-- No policy for update and delete: a history that can be rewritten proves nothing.
create policy "admins add to the history under their own name" on public.customer_disable_history
  for insert to authenticated with check ((select public.is_admin()) and admin_id = (select forecourt.session_user_id()));

create trigger customer_disable_history_changed after insert or update or delete on public.customer_disable_history
  for each statement execute function forecourt.notify_change();

-- Profiles with their role and whole name, for the back office: it searches, sorts and pages on the server. Runs with the
-- reader's rights, so a customer sees one row: their own.
create view public.customers with (security_invoker = true) as
  select profiles.id, trim(profiles.first_name || ' ' || profiles.last_name) as name, profiles.first_name,
    profiles.last_name, profiles.email, profiles.phone, profiles.disabled, coalesce(user_roles.role, 'user') as role,
    profiles.created_at, forecourt.invited_until(profiles.id) as invited_until
  from public.profiles
  left join public.user_roles on user_roles.user_id = profiles.id;
revoke all on public.customers from anon, authenticated;
grant select on public.customers to authenticated;
grant select on public.customers to service_role;

-- An account and its history change together: a disabled customer without a row that says by whom must not happen. Runs
-- with the caller's rights, so the policies of both tables decide.
create function public.set_customer_disabled(_customer_id uuid, _disabled boolean) returns void
language plpgsql set search_path = '' as $$
declare
  _email text;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  update public.profiles set disabled = _disabled where id = _customer_id and disabled <> _disabled
    returning email into _email;
  if not found then
    if not exists (select from public.profiles where id = _customer_id) then
      raise exception 'Customer not found' using errcode = 'PT404';
    end if;
    return; -- another admin was first, and the history has their row
  end if;
  insert into public.customer_disable_history (customer_id, admin_id, customer_email, admin_email, action)
  values (
    _customer_id, auth.uid(), _email, coalesce((select email from public.profiles where id = auth.uid()), ''),
    case when _disabled then 'disabled' else 'enabled' end
  );
end
$$;
revoke all on function public.set_customer_disabled(uuid, boolean) from public, anon;
grant execute on function public.set_customer_disabled(uuid, boolean) to authenticated, service_role;

-- The address that an account signs in with: for a reset by an admin. The profile's is for contact and may be another.
create function public.find_account_email(_user_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'Only admins may do this';
  end if;
  return (select email from auth.users where id = _user_id);
end
$$;
revoke execute on function public.find_account_email(uuid) from public, anon;
grant execute on function public.find_account_email(uuid) to authenticated, service_role;

-- The entry is about somebody, whose name goes with their account.
create function forecourt.record_second_steps_reset(_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select forecourt.record_activity(
    'second_steps_reset', forecourt.name_of(profiles) || ': two-step verification reset', null, profiles.id)
  from public.profiles where id = _user_id
$$;

-- The owner of the account gets an email: an admin or the operator of the site did this for them.
create function forecourt.drop_second_steps(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _was_verified boolean := exists (
    select from auth.mfa_factors where user_id = _user_id and status = 'verified'
  );
begin
  delete from auth.mfa_factors where user_id = _user_id;
  if _was_verified then
    delete from auth.sessions where user_id = _user_id;
    perform forecourt.record_second_steps_reset(_user_id);
    insert into public.email_outbox (template, recipient, data)
    select 'two-steps-changed', users.email,
      jsonb_build_object('name', coalesce(users.raw_user_meta_data ->> 'first_name', ''), 'change', 'reset', 'at', now())
    from auth.users where id = _user_id and coalesce(email, '') <> '';
  end if;
end
$$;
revoke all on function forecourt.record_second_steps_reset(uuid), forecourt.drop_second_steps(uuid) from public;

-- For someone who has lost their phone: another admin, who has used their own second step, removes theirs.
create function public.reset_second_steps(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(auth.role(), '') <> 'service_role' then
    if not (public.is_admin() and forecourt.used_second_step()) then
      raise exception 'Only an administrator who used a second step may do this.' using errcode = '42501';
    end if;
    if _user_id = auth.uid() then
      raise exception 'Your own second steps are removed in your account.' using errcode = 'P0001';
    end if;
  end if;
  if not exists (select from public.profiles where id = _user_id) then
    raise exception 'Account not found' using errcode = 'PT404';
  end if;
  perform forecourt.drop_second_steps(_user_id);
end
$$;
revoke all on function public.reset_second_steps(uuid) from public, anon;
grant execute on function public.reset_second_steps(uuid) to authenticated, service_role;

-- The devices on which the caller is signed in.
create function public.my_sessions() returns table (
  id uuid, user_agent text, started_at timestamptz, last_used_at timestamptz, is_current boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  _own uuid := forecourt.require_own_session();
  _max constant integer := 50;
begin
  return query
    select s.id, coalesce(s.user_agent, ''), s.created_at,
      greatest(s.created_at, s.refreshed_at at time zone 'utc'), s.id = _own
    from auth.sessions s where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    order by s.id = _own desc, 4 desc
    limit _max;
end
$$;

-- Signs one of the caller's own devices out; false when it was signed out already.
create function public.end_my_session(_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.require_own_session();
  delete from auth.sessions where id = _session_id and user_id = auth.uid();
  return found;
end
$$;
revoke all on function public.my_sessions(), public.end_my_session(uuid) from public, anon;
grant execute on function public.my_sessions(), public.end_my_session(uuid) to authenticated;

-- Details and role change together: a refusal of one must not leave an admin behind whom the screen shows as a customer.
-- Runs with the caller's rights, so the policies of both tables decide.
create function public.update_customer(
  _customer_id uuid, _first_name text, _last_name text, _email text, _phone text, _role text
) returns void
language plpgsql set search_path = '' as $$
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  update public.profiles set first_name = _first_name, last_name = _last_name, email = _email, phone = _phone,
    updated_at = now()
  where id = _customer_id;
  if not found then
    raise exception 'Customer not found' using errcode = 'PT404';
  end if;
  if _role <> coalesce((select role from public.user_roles where user_id = _customer_id), 'user') then
    insert into public.user_roles (user_id, role) values (_customer_id, _role)
      on conflict (user_id) do update set role = excluded.role;
  end if;
end
$$;
revoke all on function public.update_customer(uuid, text, text, text, text, text) from public, anon;
grant execute on function public.update_customer(uuid, text, text, text, text, text) to authenticated, service_role;

-- == vehicles.sql

-- Vehicles with their pictures, features and specifications.

create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(trim(title)) between 1 and 200),
  make text not null check (length(trim(make)) between 1 and 100),
  model text not null check (length(trim(model)) between 1 and 100),
  year integer not null check (year >= 1900),
  price numeric(12, 2) not null check (price >= 0),
  mileage integer not null check (mileage >= 0),
  fuel_type text not null check (fuel_type in ('Petrol', 'Diesel', 'Hybrid', 'Electric')),
  transmission text not null check (transmission in ('Automatic', 'Manual', 'Semi-Automatic')),
  description text not null default '' check (length(description) <= 20000),
  featured boolean not null default false,
  sold boolean not null default false,
  sold_expiry_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  autotrader_id text check (length(autotrader_id) <= 100),
  constraint vehicles_sold_needs_expiry_date check (not sold or sold_expiry_date is not null),
  constraint vehicles_sold_is_never_featured check (not (sold and featured))
);
alter table public.vehicles enable row level security;
-- One index for each way the public list is sorted, the newest first by default.
create index vehicles_created_at_idx on public.vehicles (created_at desc, id);
create index vehicles_price_idx on public.vehicles (price, id);
create index vehicles_year_idx on public.vehicles (year, id);
create index vehicles_mileage_idx on public.vehicles (mileage, id);
create index vehicles_make_model_idx on public.vehicles (make, model);
create index vehicles_model_idx on public.vehicles (model);
create index vehicles_featured_idx on public.vehicles (created_at desc) where featured and not sold;
create index vehicles_sold_idx on public.vehicles (updated_at desc) where sold;
-- The search box looks for a piece of any of these.
create index vehicles_title_search_idx on public.vehicles using gin (title extensions.gin_trgm_ops);
create index vehicles_make_search_idx on public.vehicles using gin (make extensions.gin_trgm_ops);
create index vehicles_model_search_idx on public.vehicles using gin (model extensions.gin_trgm_ops);
create index vehicles_description_search_idx on public.vehicles using gin (description extensions.gin_trgm_ops);

revoke all on public.vehicles from anon, authenticated;
grant select on public.vehicles to anon;
grant select, insert, update, delete on public.vehicles to authenticated;
grant all on public.vehicles to service_role;

create policy "everyone sees vehicles" on public.vehicles
  for select to anon, authenticated using (true);
create policy "admins add vehicles" on public.vehicles
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change vehicles" on public.vehicles
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete vehicles" on public.vehicles
  for delete to authenticated using ((select public.is_admin()));

create trigger vehicles_changed after insert or update or delete on public.vehicles
  for each statement execute function forecourt.notify_change();

-- Rules that depend on today bind people, and only when they set the column: an expired vehicle can still be edited. The
-- service and the owner may import or restore what was right in its day.
create function forecourt.check_vehicle_dates() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if (tg_op = 'INSERT' or new.year is distinct from old.year)
    and new.year > extract(year from forecourt.london_today()) + 1
  then
    raise exception 'The year can be next year at the latest.' using errcode = '23514';
  end if;
  if new.sold and (tg_op = 'INSERT' or new.sold_expiry_date is distinct from old.sold_expiry_date)
    and new.sold_expiry_date <= forecourt.london_today()
  then
    raise exception 'The sold expiry date must be tomorrow or later.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger vehicles_check_dates before insert or update on public.vehicles
  for each row execute function forecourt.check_vehicle_dates();

-- `updated_at` is the sold date on screens and the token that tells an edit conflict, so the listing sync, which only
-- notes its own id, leaves it alone; and no two edits share one, however quick.
create function forecourt.touch_vehicle() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - 'autotrader_id' = to_jsonb(old) - 'autotrader_id' then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
create trigger vehicles_touch before update on public.vehicles
  for each row execute function forecourt.touch_vehicle();

-- `display_order` is the index, so its bounds are the limit of ten pictures.
create table public.vehicle_images (
  vehicle_id uuid not null references public.vehicles on delete cascade,
  image_url text not null check (length(image_url) <= 1000 and image_url ~ '^(/[^/\\]|https://)'),
  is_primary boolean not null default false,
  display_order integer not null default 0 check (display_order between 0 and 9),
  -- The tiny blurred picture that stands in while the real one loads. The storage service notes it with each upload; here
  -- it is kept with the address, so that it comes with the same read.
  placeholder text check (length(placeholder) <= 2000),
  primary key (vehicle_id, display_order)
);
alter table public.vehicle_images enable row level security;
create unique index vehicle_images_one_primary_idx on public.vehicle_images (vehicle_id) where is_primary;
-- Whether a vehicle shows a stored picture is asked of every file, every hour. By a hash, because the longest addresses do not fit into
-- an index.
create index vehicle_images_image_url_idx on public.vehicle_images (hashtextextended(image_url, 0));

revoke all on public.vehicle_images from anon, authenticated;
grant select on public.vehicle_images to anon;
grant select, insert, update, delete on public.vehicle_images to authenticated;
grant all on public.vehicle_images to service_role;

create policy "everyone sees vehicle images" on public.vehicle_images
  for select to anon, authenticated using (true);
create policy "admins add vehicle images" on public.vehicle_images
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change vehicle images" on public.vehicle_images
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete vehicle images" on public.vehicle_images
  for delete to authenticated using ((select public.is_admin()));

create trigger vehicle_images_changed after insert or update or delete on public.vehicle_images
  for each statement execute function forecourt.notify_change();

-- Pictures of our own storage are kept root-relative, so that they survive a change of the site's address.
create function forecourt.make_image_url_relative() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.image_url := regexp_replace(new.image_url, '^https?://[^/]+(/storage/v1/)', '\1');
  return new;
end
$$;
create trigger vehicle_images_relative before insert or update of image_url on public.vehicle_images
  for each row execute function forecourt.make_image_url_relative();

-- Features keep the order in which they were given: that of their ids.
create table public.vehicle_features (
  id bigint primary key generated always as identity,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  feature text not null check (length(trim(feature)) between 1 and 200),
  constraint vehicle_features_once unique (vehicle_id, feature)
);
alter table public.vehicle_features enable row level security;

revoke all on public.vehicle_features from anon, authenticated;
grant select on public.vehicle_features to anon;
grant select, insert, update, delete on public.vehicle_features to authenticated;
grant all on public.vehicle_features to service_role;

create policy "everyone sees vehicle features" on public.vehicle_features
  for select to anon, authenticated using (true);
create policy "admins add vehicle features" on public.vehicle_features
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change vehicle features" on public.vehicle_features
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete vehicle features" on public.vehicle_features
  for delete to authenticated using ((select public.is_admin()));

create trigger vehicle_features_changed after insert or update or delete on public.vehicle_features
  for each statement execute function forecourt.notify_change();

-- Specifications keep the order in which they were given: that of their ids.
create table public.vehicle_specifications (
  id bigint primary key generated always as identity,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  spec_key text not null check (length(trim(spec_key)) between 1 and 100),
  spec_value text not null check (length(trim(spec_value)) between 1 and 500),
  constraint vehicle_specifications_once unique (vehicle_id, spec_key)
);
alter table public.vehicle_specifications enable row level security;

revoke all on public.vehicle_specifications from anon, authenticated;
grant select on public.vehicle_specifications to anon;
grant select, insert, update, delete on public.vehicle_specifications to authenticated;
grant all on public.vehicle_specifications to service_role;

create policy "everyone sees vehicle specifications" on public.vehicle_specifications
  for select to anon, authenticated using (true);
create policy "admins add vehicle specifications" on public.vehicle_specifications
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change vehicle specifications" on public.vehicle_specifications
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete vehicle specifications" on public.vehicle_specifications
  for delete to authenticated using ((select public.is_admin()));

create trigger vehicle_specifications_changed after insert or update or delete on public.vehicle_specifications
  for each statement execute function forecourt.notify_change();

create table public.car_makes (
  name text primary key check (length(name) between 1 and 100 and name = trim(name))
);
alter table public.car_makes enable row level security;

revoke all on public.car_makes from anon, authenticated;
grant select on public.car_makes to anon;
grant select, insert, update, delete on public.car_makes to authenticated;
grant all on public.car_makes to service_role;

create policy "everyone sees makes" on public.car_makes
  for select to anon, authenticated using (true);
create policy "admins add makes" on public.car_makes
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change makes" on public.car_makes
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete makes" on public.car_makes
  for delete to authenticated using ((select public.is_admin()));

create trigger car_makes_changed after insert or update or delete on public.car_makes
  for each statement execute function forecourt.notify_change();

-- A vehicle and its parts in one transaction. Runs with the caller's rights, so the policies of the four tables decide. A part
-- that is null stays as it is. A new vehicle takes a column's default where nothing is given.
create function public.save_vehicle(
  _vehicle jsonb,
  _images text[],
  _features text[],
  _specifications jsonb,
  _expected_updated_at text default null
) returns setof public.vehicles
language plpgsql set search_path = '' as $$
declare
  _id uuid := _vehicle ->> 'id';
  _given jsonb;
  -- Their values follow from each other.
  _ruled constant text[] := array['description', 'featured', 'sold', 'sold_expiry_date'];
  _row public.vehicles;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;

  _given := _vehicle - forecourt.kept_vehicle_columns();
  if _id is null then
    _given := jsonb_strip_nulls(_given);
  else
    select * into _row from public.vehicles where id = _id for update;
    if not found then
      raise exception 'Vehicle not found' using errcode = 'PT404';
    end if;
    if _row.updated_at <> _expected_updated_at::timestamptz then
      raise exception 'This vehicle was changed by someone else' using errcode = 'PT409';
    end if;
  end if;
  _row := jsonb_populate_record(_row, _given);
  _row.sold := coalesce(_row.sold, false);
  _row.featured := coalesce(_row.featured, false) and not _row.sold;
  _row.sold_expiry_date := case when _row.sold then _row.sold_expiry_date end;
  _row.description := coalesce(_row.description, '');

  -- The names come from the catalogue and are quoted; the values travel in the row.
  if _id is null then
    execute (
      select format(
        'insert into public.vehicles (%s) values (%s) returning id',
        string_agg(quote_ident(name), ', '), string_agg('($1).' || quote_ident(name), ', '))
      from unnest(forecourt.entered_vehicle_columns()) as entered (name)
      where _given ? name or name = any (_ruled)
    ) into _row.id using _row;
  else
    -- `updated_at` says "edited" also when only the parts differ; the trigger sets the value.
    execute (
      select format(
        'update public.vehicles set %s, updated_at = clock_timestamp() where id = ($1).id',
        string_agg(format('%1$I = ($1).%1$I', name), ', '))
      from unnest(forecourt.entered_vehicle_columns()) as entered (name)
    ) using _row;
  end if;
  perform forecourt.save_vehicle_parts(_row.id, _images, _features, _specifications);
  return query select * from public.vehicles where id = _row.id;
end
$$;
revoke all on function public.save_vehicle(jsonb, text[], text[], jsonb, text) from public, anon;
grant execute on function public.save_vehicle(jsonb, text[], text[], jsonb, text) to authenticated, service_role;

create function forecourt.save_vehicle_parts(
  _vehicle_id uuid, _images text[], _features text[], _specifications jsonb
) returns void
language plpgsql set search_path = '' as $$
begin
  if _images is not null then
    if cardinality(_images) > 10 then
      raise exception 'Maximum 10 images allowed' using errcode = 'P0001';
    end if;
    delete from public.vehicle_images where vehicle_id = _vehicle_id;
    insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order)
    select _vehicle_id, url, position = 1, position - 1
    from unnest(_images) with ordinality as given (url, position);
  end if;

  if _features is not null then
    delete from public.vehicle_features where vehicle_id = _vehicle_id;
    insert into public.vehicle_features (vehicle_id, feature)
    select _vehicle_id, trim(feature)
    from unnest(_features) with ordinality as given (feature, position)
    where trim(feature) <> ''
    group by trim(feature)
    order by min(position);
  end if;

  if _specifications is not null then
    delete from public.vehicle_specifications where vehicle_id = _vehicle_id;
    -- A repeated name overwrites: it keeps its first place and takes the last value.
    insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value)
    select _vehicle_id, trim(spec ->> 'spec_key'), (array_agg(trim(spec ->> 'spec_value') order by position desc))[1]
    from jsonb_array_elements(_specifications) with ordinality as given (spec, position)
    where trim(spec ->> 'spec_key') <> '' and trim(spec ->> 'spec_value') <> ''
    group by trim(spec ->> 'spec_key')
    order by min(position);
  end if;
end
$$;

create function forecourt.find_placeholder() returns trigger
language plpgsql set search_path = '' as $$
begin
  select user_metadata ->> 'placeholder' into new.placeholder
  from storage.objects
  where bucket_id = 'vehicle-images' and name = replace(
    substring(new.image_url from '^/storage/v1/object/public/vehicle-images/(.+)$'), '%20', ' ')
    and user_metadata ->> 'placeholder' like 'data:image/webp;base64,%'
    and length(user_metadata ->> 'placeholder') <= 2000;
  return new;
end
$$;

-- By name it runs after vehicle_images_relative, which makes the address root-relative.
create trigger vehicle_images_z_placeholder before insert or update of image_url on public.vehicle_images
  for each row execute function forecourt.find_placeholder();

-- A new column of a vehicle is entered like the others, without a new version of the function that saves it.

-- Those that nobody enters. A column that the database or a service keeps is added here by the file that creates it.
create function forecourt.kept_vehicle_columns() returns text[]
language sql immutable set search_path = '' as $$
  select array['id', 'created_at', 'updated_at', 'autotrader_id']
$$;

create function forecourt.entered_vehicle_columns() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(attname::text order by attnum) from pg_attribute
  where attrelid = 'public.vehicles'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    and attname::text <> all (forecourt.kept_vehicle_columns())
$$;

-- The vehicles that no list shows, because they have no picture yet: found without going through all the others.
create table public.vehicles_without_picture (
  id uuid primary key references public.vehicles on delete cascade
);
alter table public.vehicles_without_picture enable row level security;

revoke all on public.vehicles_without_picture from anon, authenticated, service_role;
grant select on public.vehicles_without_picture to authenticated, service_role;

create policy "admins see vehicles without a picture" on public.vehicles_without_picture
  for select to authenticated using ((select public.is_admin()));

-- == listed-vehicles.sql

-- What the public lists read, kept up to date by triggers.

-- What the public lists read: one narrow row a vehicle with a picture, with what they filter, sort, search and show. Kept
-- by triggers on its sources, and nothing private ever enters it: its policy must stay `true`, because any other one
-- keeps the search from using its index.
create table public.listed_vehicles (
  id uuid primary key references public.vehicles on delete cascade,
  make text not null,
  model text not null,
  year integer not null,
  price numeric(12, 2) not null,
  mileage integer not null,
  fuel_type text not null,
  transmission text not null,
  featured boolean not null,
  sold boolean not null,
  -- The last day on which it is shown; 'infinity' unless it is sold.
  listed_until date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search text not null,
  card jsonb not null
);
-- Counting reads the filters alone: the long columns lie elsewhere, as they are.
alter table public.listed_vehicles
  alter column search set storage external,
  alter column card set storage external,
  set (toast_tuple_target = 128);
alter table public.listed_vehicles enable row level security;
-- One index for each way the list is sorted; with the day, so that a range is counted without the rows.
create index listed_vehicles_created_at_idx on public.listed_vehicles (created_at desc, id) include (listed_until);
create index listed_vehicles_model_idx on public.listed_vehicles (model);
create index listed_vehicles_featured_idx on public.listed_vehicles (created_at desc, id) where featured and not sold;
create index listed_vehicles_search_idx on public.listed_vehicles using gin (search extensions.gin_trgm_ops);
create index listed_vehicles_price_idx on public.listed_vehicles (price, id)
  include (listed_until, year, mileage, fuel_type, transmission);
create index listed_vehicles_year_idx on public.listed_vehicles (year, id)
  include (listed_until, price, mileage, fuel_type, transmission);
create index listed_vehicles_mileage_idx on public.listed_vehicles (mileage, id)
  include (listed_until, price, year, fuel_type, transmission);
create index listed_vehicles_make_model_idx on public.listed_vehicles (make, model, created_at desc)
  include (listed_until, price, year, mileage, fuel_type, transmission);
-- The newest of a make: from the index in the order shown, however many there are of it.
create index listed_vehicles_make_created_at_idx on public.listed_vehicles (make, created_at desc, id);

revoke all on public.listed_vehicles from anon, authenticated, service_role;
grant select on public.listed_vehicles to anon, authenticated, service_role;

create policy "everyone sees listed vehicles" on public.listed_vehicles
  for select to anon, authenticated using (true);

create trigger listed_vehicles_changed after insert or update or delete on public.listed_vehicles
  for each statement execute function forecourt.notify_change();

-- Without case, accents and hyphens: what stands between two words is one space. site/app/lib/search-filter.ts does the
-- same to what is typed.
create function forecourt.search_text(_text text) returns text
language sql immutable set search_path = '' as $$
  select trim(regexp_replace(
    lower(regexp_replace(normalize(_text, NFKD), '[\u0300-\u036f]+', '', 'g')),
    '[\s\u2010-\u2015-]+', ' ', 'g'))
$$;

create function forecourt.refresh_listed_vehicles(_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Changes of a vehicle and of its pictures take their turns; each then sees what the other left.
  perform from public.vehicles where id = any (_ids) order by id for no key update;

  delete from public.listed_vehicles l
  where l.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = l.id);

  insert into public.listed_vehicles as l
  select * from forecourt.vehicle_listings where id = any (_ids)
  on conflict (id) do update set
    make = excluded.make, model = excluded.model, year = excluded.year, price = excluded.price,
    mileage = excluded.mileage, fuel_type = excluded.fuel_type, transmission = excluded.transmission,
    featured = excluded.featured, sold = excluded.sold, listed_until = excluded.listed_until,
    created_at = excluded.created_at, updated_at = excluded.updated_at, search = excluded.search, card = excluded.card
  where l is distinct from excluded;

  delete from public.vehicles_without_picture w
  where w.id = any (_ids) and exists (select from public.vehicle_images i where i.vehicle_id = w.id);
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v
  where v.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = v.id)
  on conflict do nothing;
end
$$;
revoke execute on function forecourt.refresh_listed_vehicles from public;

create function forecourt.list_saved_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.refresh_listed_vehicles(array(select id from saved));
  return null;
end
$$;
create trigger vehicles_list_added after insert on public.vehicles
  referencing new table as saved for each statement execute function forecourt.list_saved_vehicles();
create trigger vehicles_list_changed after update on public.vehicles
  referencing new table as saved for each statement execute function forecourt.list_saved_vehicles();

create function forecourt.list_vehicles_of_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.refresh_listed_vehicles(array(select distinct vehicle_id from pictures));
  return null;
end
$$;
create trigger vehicle_images_list_added after insert on public.vehicle_images
  referencing new table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
create trigger vehicle_images_list_changed after update on public.vehicle_images
  referencing new table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
-- A picture that moves to another vehicle leaves one behind.
create trigger vehicle_images_list_left after update on public.vehicle_images
  referencing old table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();
create trigger vehicle_images_list_removed after delete on public.vehicle_images
  referencing old table as pictures for each statement execute function forecourt.list_vehicles_of_pictures();

-- How many vehicles are listed, by what people choose first: the whole list is counted, and the choices are named with
-- their numbers, at the same cost for a thousand vehicles and a million.
create table public.listed_vehicle_counts (
  make text not null,
  model text not null,
  fuel_type text not null,
  transmission text not null,
  listed_until date not null,
  vehicles bigint not null,
  primary key (make, model, fuel_type, transmission, listed_until)
);
alter table public.listed_vehicle_counts enable row level security;
-- Sold vehicles of years gone by leave their kinds behind: choices look only at what is still listed.
create index listed_vehicle_counts_listed_until_idx
  on public.listed_vehicle_counts (listed_until) include (make, model, fuel_type, transmission, vehicles);
-- Those that no vehicle is left of are looked for after every change.
create index listed_vehicle_counts_none_left_idx on public.listed_vehicle_counts (make) where vehicles = 0;

revoke all on public.listed_vehicle_counts from anon, authenticated, service_role;
grant select on public.listed_vehicle_counts to anon, authenticated, service_role;

create policy "everyone sees how many vehicles are listed" on public.listed_vehicle_counts
  for select to anon, authenticated using (true);

-- What is kept of an answer is dropped when a table that it was made from changes: these two are read by visitors as well.
create trigger listed_vehicle_counts_changed after insert or update or delete on public.listed_vehicle_counts
  for each statement execute function forecourt.notify_change();

create function forecourt.count_listed_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _changes constant text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as change from now_listed' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as change from was_listed' end);
begin
  -- In one order, so that two who count the same kinds wait for each other, and not for ever.
  execute format($sql$
    insert into public.listed_vehicle_counts as c
    select make, model, fuel_type, transmission, listed_until, sum(change) from (%s) as changes
    group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3, 4, 5
    on conflict (make, model, fuel_type, transmission, listed_until)
      do update set vehicles = c.vehicles + excluded.vehicles
  $sql$, _changes);
  execute format($sql$
    insert into public.listed_vehicle_totals as t
    select listed_until, sum(change) from (%s) as changes
    group by 1 having sum(change) <> 0 order by 1
    on conflict (listed_until) do update set vehicles = t.vehicles + excluded.vehicles
  $sql$, _changes);
  if tg_op <> 'INSERT' then
    delete from public.listed_vehicle_counts where vehicles = 0;
    delete from public.listed_vehicle_totals where vehicles = 0;
  end if;
  return null;
end
$$;
create trigger listed_vehicles_count_added after insert on public.listed_vehicles
  referencing new table as now_listed for each statement execute function forecourt.count_listed_vehicles();
create trigger listed_vehicles_count_changed after update on public.listed_vehicles
  referencing old table as was_listed new table as now_listed
  for each statement execute function forecourt.count_listed_vehicles();
create trigger listed_vehicles_count_removed after delete on public.listed_vehicles
  referencing old table as was_listed for each statement execute function forecourt.count_listed_vehicles();

create function public.count_listed_vehicles(
  _make text default null, _model text default null, _fuel_type text default null, _transmission text default null
) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  _today constant date := forecourt.london_today();
begin
  if coalesce(_make, _model, _fuel_type, _transmission) is null then
    return (select coalesce(sum(vehicles), 0) from public.listed_vehicle_totals where listed_until >= _today);
  elsif _make is not null then
    return (
      select coalesce(sum(vehicles), 0) from public.listed_vehicle_counts
      where make = _make and listed_until >= _today and model = coalesce(_model, model)
        and fuel_type = coalesce(_fuel_type, fuel_type) and transmission = coalesce(_transmission, transmission));
  end if;
  return (
    select coalesce(sum(vehicles), 0) from public.listed_vehicle_counts
    where listed_until >= _today and model = coalesce(_model, model)
      and fuel_type = coalesce(_fuel_type, fuel_type) and transmission = coalesce(_transmission, transmission));
end
$$;
grant execute on function public.count_listed_vehicles(text, text, text, text) to anon, authenticated, service_role;

-- One document: a list of rows would end at the service's thousandth.
create function public.find_filter_options() returns jsonb
language sql stable set search_path = '' as $$
  with models as (
    select make, model, sum(vehicles) as vehicles from public.listed_vehicle_counts
    where listed_until >= forecourt.london_today() group by make, model
  ), makes as (
    select name, coalesce((select sum(vehicles) from models where make = name), 0) as vehicles
    from (select name from public.car_makes union select make from models) as names
  )
  select jsonb_build_object(
    'makes', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'vehicles', vehicles) order by name), '[]')
      from makes),
    'models', (select coalesce(
        jsonb_agg(jsonb_build_object('make', make, 'model', model, 'vehicles', vehicles) order by model, make), '[]')
      from models))
$$;
grant execute on function public.find_filter_options() to anon, authenticated, service_role;

-- All vehicles of a day, whatever they are: the list without a filter is counted from a few rows, however many kinds there are.
create table public.listed_vehicle_totals (
  listed_until date primary key,
  vehicles bigint not null
);
alter table public.listed_vehicle_totals enable row level security;

revoke all on public.listed_vehicle_totals from anon, authenticated, service_role;
grant select on public.listed_vehicle_totals to anon, authenticated, service_role;

create policy "everyone sees how many vehicles are listed in all" on public.listed_vehicle_totals
  for select to anon, authenticated using (true);

create trigger listed_vehicle_totals_changed after insert or update or delete on public.listed_vehicle_totals
  for each statement execute function forecourt.notify_change();

create function forecourt.recount_listed_vehicles() returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.listed_vehicle_counts;
  delete from public.listed_vehicle_totals;
  insert into public.listed_vehicle_counts
  select make, model, fuel_type, transmission, listed_until, count(*)
  from public.listed_vehicles group by 1, 2, 3, 4, 5;
  insert into public.listed_vehicle_totals
  select listed_until, sum(vehicles) from public.listed_vehicle_counts group by 1;
end
$$;
revoke all on function forecourt.recount_listed_vehicles() from public, anon, authenticated, service_role;

-- The list without a filter, with how many there are in all beside each row: worked out once a statement, and it saves the
-- list a second request. The reader's own rights count.
create view public.listed_vehicles_with_total with (security_invoker = true) as
  select l.*, (
    select coalesce(sum(t.vehicles), 0)::bigint from public.listed_vehicle_totals t
    where t.listed_until >= forecourt.london_today()
  ) as total
  from public.listed_vehicles l;
revoke all on public.listed_vehicles_with_total from anon, authenticated, service_role;
grant select on public.listed_vehicles_with_total to anon, authenticated, service_role;

-- The index knows three letters at least, and a space before a word counts as one: words of one or two letters are looked for
-- where a word begins, so the first word needs its space, too. site/app/lib/search-filter.ts asks so.
create view forecourt.vehicle_listings as
  select v.id, v.make, v.model, v.year, v.price, v.mileage, v.fuel_type, v.transmission, v.featured, v.sold,
    case when v.sold then v.sold_expiry_date else 'infinity' end as listed_until, v.created_at, v.updated_at,
    concat_ws(' ', '', names.text, forecourt.search_text(v.description), replace(names.text, ' ', '')) as search,
    jsonb_build_object(
      'title', v.title, 'description', left(v.description, 600), 'sold_expiry_date', v.sold_expiry_date,
      'image', i.image_url, 'placeholder', i.placeholder) as card
  from public.vehicles v
  cross join lateral (
    -- `offset 0`: made once, though it is used twice.
    select forecourt.search_text(concat_ws(' ', v.title, v.make, v.model)) as text offset 0
  ) names
  cross join lateral (
    select image_url, placeholder from public.vehicle_images
    where vehicle_id = v.id order by is_primary desc, display_order limit 1
  ) i;
revoke all on forecourt.vehicle_listings from public, anon, authenticated, service_role;

-- After vehicles were brought in behind the triggers' backs, or were restored without the lists: for the owner of the
-- database alone. A million take minutes; meanwhile vehicles can be read, and not changed.
create function forecourt.rebuild_listed_vehicles() returns bigint
language plpgsql set search_path = '' as $$
declare
  _listed bigint;
begin
  lock table public.vehicles, public.vehicle_images in share row exclusive mode;
  -- Counted once at the end: a trigger would hold the rows in memory until it has counted them.
  alter table public.listed_vehicles disable trigger user;
  delete from public.listed_vehicles;
  insert into public.listed_vehicles select * from forecourt.vehicle_listings;
  get diagnostics _listed = row_count;
  alter table public.listed_vehicles enable trigger user;
  perform forecourt.recount_listed_vehicles();
  delete from public.vehicles_without_picture;
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v
  where not exists (select from public.vehicle_images i where i.vehicle_id = v.id);
  perform forecourt.recount_for_the_office();
  perform pg_catalog.pg_notify('forecourt_changes', 'listed_vehicles');
  return _listed;
end
$$;
revoke all on function forecourt.rebuild_listed_vehicles() from public, anon, authenticated, service_role;

-- What the list filters and searches. Behind row-level security the planner may not look at the statistics of what a pattern or a
-- price matches, even where the policy is `true`, and takes "warranty", which stands in half of all rows, for a word of ten: it then
-- reads every match, and sorts them all, to show the newest twenty. So this view reads with its owner's rights, on purpose: each row
-- of listed_vehicles, and each of its columns, is for everyone, and reading is all that anyone may do here.
create view public.searched_vehicles as select l.* from public.listed_vehicles l;
revoke all on public.searched_vehicles from public, anon, authenticated, service_role;
grant select on public.searched_vehicles to anon, authenticated, service_role;

-- == limits.sql

-- Limits, human checks and what functions remember, shared by all processes.

-- What several processes of the service must agree on.
create unlogged table forecourt.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on forecourt.rate_limits (expire);

-- One proof serves one submission of one kind: its pass names the kind, and each call of that submission (the insert, the
-- customer's mail, the dealer's mail) takes its own part of it once.
create table forecourt.captcha_passes (
  hash text primary key,
  expires_at timestamptz not null,
  action text not null,
  calls text[] not null default '{}'
);
create index captcha_passes_expires_at_idx on forecourt.captcha_passes (expires_at);

-- How often the functions may be used: one row a key (a hashed address, a recipient, the day), shared by all processes.
create table public.function_limits (
  key text primary key check (length(key) <= 400),
  used integer not null,
  resets_at timestamptz not null
);
alter table public.function_limits enable row level security;
create index function_limits_resets_at_idx on public.function_limits (resets_at); -- the clean-up in take_limit
revoke all on public.function_limits from anon, authenticated;
grant select, insert, update, delete on public.function_limits to service_role;

-- Counts one use; false when more than _max fall into the window of _seconds that the first of them opened.
create function public.take_limit(_key text, _max integer, _seconds integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  _used integer;
begin
  if random() < 0.01 then
    delete from public.function_limits where resets_at < now();
  end if;
  insert into public.function_limits as l (key, used, resets_at)
  values (_key, 1, now() + make_interval(secs => _seconds))
  on conflict (key) do update set
    used = case when l.resets_at <= now() then 1 else least(l.used + 1, _max + 1) end,
    resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
  returning l.used into _used;
  return _used <= _max;
end
$$;
revoke execute on function public.take_limit(text, integer, integer) from public, anon, authenticated;
grant execute on function public.take_limit(text, integer, integer) to service_role;

-- What a function remembers between calls and restarts, such as Instagram's refreshed token and last good answer.
create table public.function_state (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
alter table public.function_state enable row level security;

revoke all on public.function_state from anon, authenticated;
grant select, insert, update on public.function_state to service_role;

create function public.load_function_state(_key text) returns jsonb
language sql stable set search_path = '' as $$
  select value from public.function_state where key = _key
$$;

create function public.save_function_state(_key text, _value jsonb) returns void
language sql set search_path = '' as $$
  insert into public.function_state (key, value) values (_key, _value)
  on conflict (key) do update set value = excluded.value, updated_at = now()
$$;
revoke execute on function public.load_function_state(text), public.save_function_state(text, jsonb)
  from public, anon, authenticated;
grant execute on function public.load_function_state(text), public.save_function_state(text, jsonb) to service_role;

-- For the hash on a hosted project, whose API tells the address itself. Made once; only caller_network reads it.
create table forecourt.network_secret (
  secret text primary key default gen_random_uuid()::text || gen_random_uuid()::text
);

revoke all on forecourt.network_secret from public, anon, authenticated;

-- Our own service puts the hash into the claims it sets; no token carries such a claim. A hosted project has the request's
-- headers: the one that its front door writes, else the first of the forwarded ones. IPv6 counts by its /64.
create function forecourt.caller_network() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  _told text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'forecourt_network';
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _address inet;
begin
  if _told is not null then
    return _told;
  end if;
  _address := trim(coalesce(_headers ->> 'cf-connecting-ip', split_part(_headers ->> 'x-forwarded-for', ',', 1)))::inet;
  if _address is null then
    return 'unknown';
  end if;
  if family(_address) = 6 then
    _address := network(set_masklen(_address, 64))::inet;
  end if;
  return encode(sha256(convert_to((select secret from forecourt.network_secret) || host(_address), 'UTF8')), 'base64');
exception when invalid_text_representation then
  return 'unknown';
end
$$;
revoke all on function forecourt.caller_network() from public;
grant execute on function forecourt.caller_network() to anon, authenticated, service_role;

-- 'used': this call may go ahead. 'spent': the proof is known, and not good for this. 'unknown': it has yet to be checked.
-- A row outlives its two minutes by an hour, so that the same token cannot be checked a second time.
create function public.take_captcha_pass(_hash text, _action text, _call text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  update forecourt.captcha_passes set calls = array_append(calls, _call)
  where hash = _hash and action = _action and not (_call = any (calls)) and expires_at > now() + interval '58 minutes';
  if found then
    return 'used';
  end if;
  return case when exists (select from forecourt.captcha_passes where hash = _hash) then 'spent' else 'unknown' end;
end
$$;

-- False when another call has just done it.
create function public.create_captcha_pass(_hash text, _action text, _calls text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if random() < 0.01 then
    delete from forecourt.captcha_passes where expires_at < now();
  end if;
  insert into forecourt.captcha_passes (hash, action, calls, expires_at)
  values (_hash, _action, _calls, now() + interval '1 hour')
  on conflict (hash) do nothing;
  return found;
end
$$;
revoke execute on function public.take_captcha_pass(text, text, text), public.create_captcha_pass(text, text, text[])
  from public, anon, authenticated;
grant execute on function public.take_captcha_pass(text, text, text), public.create_captcha_pass(text, text, text[])
  to service_role;

-- == settings.sql

-- Settings: their values, who may read them, and the versions that were published.

create function forecourt.setting_keys(_reader text) returns setof text
language sql stable security definer set search_path = '' as $$
  select key from forecourt.settings where readable_by = _reader
$$;

create table public.config (
  key text primary key check (key ~ '^[A-Za-z][A-Za-z0-9_]{0,99}$'),
  -- The text of a whole page, or a list, in one value.
  value text not null default '' check (length(value) <= 40000)
);
alter table public.config enable row level security;

revoke all on public.config from anon, authenticated;
grant select on public.config to anon;
grant select, insert, update, delete on public.config to authenticated;
grant all on public.config to service_role;

create policy "everyone reads the settings for visitors" on public.config
  for select to anon, authenticated using (key in (select forecourt.setting_keys('visitor')));
-- Keys that are not in the list are a dealer's own, and the admins' to keep.
create policy "admins manage the settings that are not the service's" on public.config
  for all to authenticated
  using ((select public.is_admin()) and key not in (select forecourt.setting_keys('service')))
  with check ((select public.is_admin()) and key not in (select forecourt.setting_keys('service')));

create trigger config_changed after insert or update or delete on public.config
  for each statement execute function forecourt.notify_change();

-- Who may read a setting goes by its key, in a table that no API reaches: whoever edits values cannot show a value to more
-- people, and a row that is removed and added again is read by the same people. The list that the site knows is
-- supabase/functions/_shared/settings.ts; whoever adds to one adds to the other.
create table forecourt.settings (
  key text primary key,
  readable_by text not null check (readable_by in ('visitor', 'admin', 'service')),
  -- Brand, pages and legal facts are settings that are published together: what stood before is kept, ten times back, with
  -- who and when. This is the tab of the back office that publishes the key; keys without one are saved one by one.
  tab text
);

create trigger settings_changed after insert or update or delete on forecourt.settings
  for each statement execute function forecourt.notify_change();

-- Whoever asks it of others has done it. Runs with the caller's rights, to tell the service from a person.
create function forecourt.guard_two_steps_setting() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not forecourt.used_second_step()
    -- The form saves all settings at once, also those that stay as they are.
    and not exists (select from public.config where key = new.key and value = 'true')
  then
    raise exception 'Turn on two-step verification for your own account first.' using errcode = 'P0001';
  end if;
  return new;
end
$$;
create trigger config_guard_two_steps before insert or update on public.config
  for each row when (new.key = 'AdminsNeedTwoSteps' and new.value = 'true')
  execute function forecourt.guard_two_steps_setting();

create table public.setting_versions (
  id bigint generated always as identity primary key,
  tab text not null,
  -- Every key of the tab with its value as it was published.
  content jsonb not null,
  published_at timestamptz not null default now(),
  -- Nobody: what a site had before anything was published.
  published_by uuid references public.profiles (id) on delete set null
);
alter table public.setting_versions enable row level security;
create index setting_versions_tab on public.setting_versions (tab, id desc);
create index setting_versions_published_by on public.setting_versions (published_by);

revoke all on public.setting_versions from anon, authenticated;
grant select on public.setting_versions to authenticated;
grant all on public.setting_versions to service_role;

create policy "admins read the versions of the settings" on public.setting_versions
  for select to authenticated using ((select public.is_admin()));

create trigger setting_versions_changed after insert or update or delete on public.setting_versions
  for each statement execute function forecourt.notify_change();

create function forecourt.settings_of_tab(_tab text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(config.key, config.value), '{}')
  from public.config join forecourt.settings using (key) where settings.tab = _tab
$$;
revoke all on function forecourt.settings_of_tab(text) from public, anon, authenticated;

-- Publishes values of one tab. `seen` is the newest version that the caller has seen: if someone has published since, nothing is
-- saved. Ten versions of each tab are kept, so only known tabs are accepted. Returns the id of the new version.
create function public.publish_settings(tab text, changes jsonb, seen bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  _tab alias for $1;
  _newest bigint;
  _kept constant int := 10;
begin
  if not public.is_admin() then
    raise exception 'Only admins publish settings.' using errcode = '42501';
  end if;
  if not exists (select from forecourt.settings where settings.tab = _tab) then
    raise exception 'There is no such tab.' using errcode = '22023';
  end if;
  if jsonb_typeof(changes) is distinct from 'object' or exists (
    select from jsonb_each(changes) as change
    where jsonb_typeof(change.value) <> 'string'
      or not exists (select from forecourt.settings where settings.key = change.key and settings.tab = _tab)
  ) then
    raise exception 'These are not the settings of this tab.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.publish_settings', 0));
  select max(version.id) into _newest from public.setting_versions as version where version.tab = _tab;
  if _newest is distinct from seen then
    raise exception 'Somebody else has published in the meantime.' using errcode = 'PT409';
  end if;
  if _newest is null then
    insert into public.setting_versions (tab, content) values (_tab, forecourt.settings_of_tab(_tab));
  end if;
  insert into public.config (key, value) select change.key, change.value from jsonb_each_text(changes) as change
    on conflict (key) do update set value = excluded.value;
  insert into public.setting_versions (tab, content, published_by)
    values (_tab, forecourt.settings_of_tab(_tab), auth.uid()) returning id into _newest;
  delete from public.setting_versions as old where old.tab = _tab and old.id not in (
    select version.id from public.setting_versions as version where version.tab = _tab order by version.id desc limit _kept
  );
  return _newest;
end
$$;
revoke all on function public.publish_settings(text, jsonb, bigint) from public, anon;
grant execute on function public.publish_settings(text, jsonb, bigint) to authenticated, service_role;

-- Saves settings that are not published, with the caller's own rights. `seen` has what the caller's form was filled with: where
-- somebody else has written something else since, nothing is saved. Answers with all that was named, as it stands now.
create function public.save_settings(changes jsonb, seen jsonb) returns setof public.config
language plpgsql set search_path = '' as $$
declare
  _saved integer;
begin
  -- In the order of the keys: of two who save at once only one waits for the other.
  insert into public.config as stored (key, value)
    select change.key, change.value from jsonb_each_text(changes) as change order by change.key
    on conflict (key) do update set value = excluded.value
      where stored.value in (seen ->> excluded.key, excluded.value);
  get diagnostics _saved = row_count;
  if _saved < (select count(*) from jsonb_object_keys(changes)) then
    raise exception 'Somebody else has changed these settings in the meantime.' using errcode = 'PT409';
  end if;
  return query select * from public.config where changes ? config.key or seen ? config.key;
end
$$;
revoke all on function public.save_settings(jsonb, jsonb) from public, anon;
grant execute on function public.save_settings(jsonb, jsonb) to authenticated, service_role;

-- == leads.sql

-- Leads: enquiries, test drives and contact messages.

-- `user_id`: a lead made while signed in belongs to that account for good, whatever its email address becomes. A lead made as a
-- guest has no account here; it belongs to the account that has proved the email address used, see claim_email.
create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  phone text not null check (length(phone) between 1 and 50),
  message text not null check (length(trim(message)) between 1 and 5000),
  vehicle_id uuid references public.vehicles on delete set null,
  vehicle_title text not null default '',
  status text not null default 'New' check (status in ('New', 'In Progress', 'Responded', 'Closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid references auth.users on delete set null
);
alter table public.enquiries enable row level security;
create index enquiries_email_idx on public.enquiries (email, created_at desc); -- the customers' policy filters on it
create index enquiries_vehicle_id_idx on public.enquiries (vehicle_id);
create index enquiries_created_at_idx on public.enquiries (created_at desc);
create index enquiries_user_id_idx on public.enquiries (user_id, created_at desc) where user_id is not null;

revoke all on public.enquiries from anon, authenticated;
grant insert on public.enquiries to anon;
grant select, insert, update, delete on public.enquiries to authenticated;
grant all on public.enquiries to service_role;

create policy "visitors enquire" on public.enquiries
  for insert to anon with check (true);
create policy "customers enquire under their own address" on public.enquiries
  for insert to authenticated with check (email = (select forecourt.own_email()) or (select public.is_admin()));
create policy "customers read their own enquiries" on public.enquiries
  for select to authenticated using (
    (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
    and (select forecourt.second_step_done())
  );
create policy "admins read every enquiry" on public.enquiries
  for select to authenticated using ((select public.is_admin()));
create policy "admins change enquiries" on public.enquiries
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete enquiries" on public.enquiries
  for delete to authenticated using ((select public.is_admin()));

create trigger enquiries_touch before update on public.enquiries
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger enquiries_changed after insert or update or delete on public.enquiries
  for each statement execute function forecourt.notify_change();

-- `preferred_date` is wall-clock time in London, hence without a zone: one of the nine hourly slots.
create table public.test_drives (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  phone text not null check (length(phone) between 1 and 50),
  message text not null default '' check (length(message) <= 5000),
  vehicle_id uuid references public.vehicles on delete set null,
  vehicle_title text not null default '',
  preferred_date timestamp not null constraint test_drives_hourly_slot check (
    preferred_date = date_trunc('hour', preferred_date) and extract(hour from preferred_date) between 9 and 17
  ),
  status text not null default 'Scheduled' check (status in ('Scheduled', 'Responded', 'Closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid references auth.users on delete set null
);
alter table public.test_drives enable row level security;
create unique index test_drives_slot_key on public.test_drives (vehicle_id, preferred_date) where status <> 'Closed';
create index test_drives_email_idx on public.test_drives (email, created_at desc); -- the customers' policy filters on it
create index test_drives_created_at_idx on public.test_drives (created_at desc);
-- Deleting a vehicle looks for its test drives, closed ones too.
create index test_drives_vehicle_id_idx on public.test_drives (vehicle_id);
create index test_drives_user_id_idx on public.test_drives (user_id, created_at desc) where user_id is not null;

revoke all on public.test_drives from anon, authenticated;
grant insert on public.test_drives to anon;
grant select, insert, update, delete on public.test_drives to authenticated;
grant all on public.test_drives to service_role;

create policy "visitors book test drives" on public.test_drives
  for insert to anon with check (true);
create policy "customers book under their own address" on public.test_drives
  for insert to authenticated with check (email = (select forecourt.own_email()) or (select public.is_admin()));
create policy "customers read their own test drives" on public.test_drives
  for select to authenticated using (
    (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
    and (select forecourt.second_step_done())
  );
create policy "admins read every test drive" on public.test_drives
  for select to authenticated using ((select public.is_admin()));
create policy "admins change test drives" on public.test_drives
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete test drives" on public.test_drives
  for delete to authenticated using ((select public.is_admin()));

create trigger test_drives_touch before update on public.test_drives
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger test_drives_changed after insert or update or delete on public.test_drives
  for each statement execute function forecourt.notify_change();

-- What enquiries and test drives have in common. Arguments of the trigger: the status that a new one starts with.
create function forecourt.prepare_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  _vehicle record;
begin
  new.email := lower(trim(new.email));
  new.name := trim(new.name);
  new.phone := trim(new.phone);
  select title, sold into _vehicle from public.vehicles where id = new.vehicle_id;
  -- Kept beside the lead, because the vehicle may be deleted. An unknown one is refused by the foreign key.
  new.vehicle_title := coalesce(_vehicle.title, '');

  if not forecourt.is_trusted() then
    if new.vehicle_id is null then
      raise exception 'Please choose a vehicle.' using errcode = '23502';
    end if;
    if _vehicle.sold then
      raise exception 'This vehicle has been sold and is no longer available for purchase or test drives.'
        using errcode = 'P0001';
    end if;
    if new.status is distinct from tg_argv[0] then
      raise exception 'Only an administrator may set the status.' using errcode = '42501';
    end if;
    new.created_at := now();
    new.updated_at := now();
    -- Never from the request. Without a session the lead is a guest's.
    new.user_id := forecourt.session_user_id();
  elsif new.email = forecourt.own_email() then
    -- An admin can enter a lead for a customer; only one under the admin's own address is the admin's.
    new.user_id := coalesce(new.user_id, forecourt.session_user_id());
  end if;
  return new;
end
$$;
create trigger enquiries_prepare before insert on public.enquiries
  for each row execute function forecourt.prepare_lead('New');
create trigger test_drives_prepare before insert on public.test_drives
  for each row execute function forecourt.prepare_lead('Scheduled');

-- Today is bookable, an hour of today that has begun is not: by London's wall clock, as the picker counts. P0001, because
-- the form shows these words: whoever left it open for an hour did nothing wrong.
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
    if new.preferred_date <= forecourt.london_now() then
      raise exception 'This time has already passed. Please choose a later one.' using errcode = 'P0001';
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

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 200),
  email text not null check (length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  phone text not null default '' check (length(phone) <= 50),
  message text not null check (length(trim(message)) between 1 and 5000),
  status text not null default 'New' check (status in ('New', 'Responded', 'Closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid references auth.users on delete set null
);
alter table public.contact_messages enable row level security;
create index contact_messages_created_at_idx on public.contact_messages (created_at desc);
-- A person's messages and mails are looked up by their address.
create index contact_messages_email_idx on public.contact_messages (email, created_at desc);
create index contact_messages_user_id_idx on public.contact_messages (user_id, created_at desc) where user_id is not null;

revoke all on public.contact_messages from anon, authenticated;
grant select, update on public.contact_messages to authenticated;
grant all on public.contact_messages to service_role;

-- only the service adds messages, after its bot check
create policy "admins read contact messages" on public.contact_messages
  for select to authenticated using ((select public.is_admin()));
create policy "admins change contact messages" on public.contact_messages
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger contact_messages_touch before update on public.contact_messages
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger contact_messages_changed after insert or update or delete on public.contact_messages
  for each statement execute function forecourt.notify_change();

create function forecourt.prepare_contact_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.email := lower(trim(new.email));
  return new;
end
$$;
create trigger contact_messages_prepare before insert on public.contact_messages
  for each row execute function forecourt.prepare_contact_message();

-- What send-email checks a browser's call against. The mails themselves were queued by the insert.
create function public.has_recent_lead(_kind text, _email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case _kind
    when 'enquiry' then exists (
      select from public.enquiries
      where email = lower(_email) and created_at > now() - interval '10 minutes')
    when 'test-drive' then exists (
      select from public.test_drives
      where email = lower(_email) and created_at > now() - interval '10 minutes')
    when 'contact' then exists (
      select from public.contact_messages
      where email = lower(_email) and created_at > now() - interval '10 minutes')
    when 'registration' then exists (
      select from auth.users
      where email = lower(_email) and created_at > now() - interval '10 minutes')
    else false
  end
$$;
revoke execute on function public.has_recent_lead(text, text) from public, anon, authenticated;
grant execute on function public.has_recent_lead(text, text) to service_role;

-- The second call of the contact form brings the telephone number, for the message and for the emails that wait.
create function public.add_contact_phone(_email text, _phone text) returns void
language sql set search_path = '' as $$
  with completed as (
    update public.contact_messages set phone = _phone
    where email = lower(_email) and phone = '' and created_at > now() - interval '10 minutes'
    returning id
  )
  update public.email_outbox set data = data || jsonb_build_object('customerPhone', _phone)
  where dedupe_key in (
      select unnest(forecourt.notification_keys('contact:' || completed.id || ':admin')) from completed
    ) and status = 'pending'
$$;
revoke execute on function public.add_contact_phone(text, text) from public, anon, authenticated;
grant execute on function public.add_contact_phone(text, text) to service_role;

create function public.keep_contact_message(
  _name text, _email text, _phone text, _message text, _user_id uuid default null
) returns void
language plpgsql set search_path = '' as $$
begin
  -- One at a time for one address, or two clicks at once would both find nothing.
  perform pg_advisory_xact_lock(hashtextextended('contact:' || lower(_email), 0));
  if exists (
    select from public.contact_messages
    where email = lower(_email) and message = _message and created_at > now() - interval '10 minutes'
  ) then
    return;
  end if;
  insert into public.contact_messages (name, email, phone, message, user_id)
  values (_name, lower(_email), _phone, _message, _user_id);
end
$$;
revoke execute on function public.keep_contact_message(text, text, text, text, uuid) from public, anon, authenticated;
grant execute on function public.keep_contact_message(text, text, text, text, uuid) to service_role;

-- Without proof, only emails about the account itself are its own.
create function forecourt.claim_email(_user_id uuid, _email text, _confirmed_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _is_proved constant boolean := _confirmed_at is not null
    and not exists (select from forecourt.unproved_emails where user_id = _user_id);
begin
  update public.email_outbox set user_id = _user_id
  where user_id is null and recipient = _email and case
    when template = 'admin-notification' then _is_proved and status = 'sent'
    when template in ('contact', 'enquiry', 'test-drive-confirmation', 'test-mail') then _is_proved
    else true
  end;
  if not _is_proved then
    return;
  end if;
  update public.email_outbox set user_id = _user_id
  where user_id is null and template = 'admin-notification' and status <> 'sent' and data ->> 'customerEmail' = _email;
  update public.enquiries set user_id = _user_id where user_id is null and email = _email;
  update public.test_drives set user_id = _user_id where user_id is null and email = _email;
  update public.contact_messages set user_id = _user_id where user_id is null and email = _email;
end
$$;

create function forecourt.claim_former_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  return null;
end
$$;
revoke all on function forecourt.claim_email(uuid, text, timestamptz), forecourt.claim_former_email() from public;
create trigger on_auth_user_email_left after update of email on auth.users
  for each row when (old.email is not null and new.email is distinct from old.email)
  execute function forecourt.claim_former_email();

-- == lead-limits.sql

-- How many leads one customer, and one network, may leave.

-- Which network a lead came from, as a keyed hash and nothing else. Anyone can type anyone's e-mail address into a form,
-- so what is counted by e-mail alone can be used up by a stranger; counted by e-mail and network together it cannot.
create table forecourt.lead_origins (
  lead_id uuid primary key,
  network text not null,
  created_at timestamptz not null default now()
);
create index lead_origins_created_at_idx on forecourt.lead_origins (created_at); -- the clean-up in keep_lead_origin

revoke all on forecourt.lead_origins from public, anon, authenticated;

create function forecourt.keep_lead_origin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Bookings reach 90 days ahead: after that nothing is counted that came with this row.
  if random() < 0.01 then
    delete from forecourt.lead_origins where created_at < now() - interval '92 days';
  end if;
  insert into forecourt.lead_origins (lead_id, network) values (new.id, forecourt.caller_network())
  on conflict (lead_id) do update set network = excluded.network, created_at = now();
  return null;
end
$$;
create trigger enquiries_keep_origin after insert on public.enquiries
  for each row execute function forecourt.keep_lead_origin();
create trigger test_drives_keep_origin after insert on public.test_drives
  for each row execute function forecourt.keep_lead_origin();

-- The lock is for one address alone: two bookings of one customer in the same moment are counted one after the other.
create function forecourt.count_open_test_drives(_email text, _network text) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(7022028, hashtext(_email));
  return (
    select count(*) from public.test_drives t join forecourt.lead_origins o on o.lead_id = t.id
    where t.email = _email and t.status <> 'Closed' and t.preferred_date >= forecourt.london_now() and o.network = _network
  );
end
$$;

create function forecourt.count_enquiries_of_today(_email text, _network text) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(7022029, hashtext(_email));
  return (
    select count(*) from public.enquiries e join forecourt.lead_origins o on o.lead_id = e.id
    where e.email = _email and e.created_at > now() - interval '1 day' and o.network = _network
  );
end
$$;
revoke all on function forecourt.count_open_test_drives(text, text), forecourt.count_enquiries_of_today(text, text) from public;
grant execute on function forecourt.count_open_test_drives(text, text), forecourt.count_enquiries_of_today(text, text)
  to anon, authenticated, service_role;

create function forecourt.cap_open_test_drives() returns trigger
language plpgsql set search_path = '' as $$
declare
  _max_open_bookings constant integer := 5;
begin
  if not forecourt.is_trusted() and forecourt.count_open_test_drives(
    lower(trim(new.email)), forecourt.caller_network()
  ) >= _max_open_bookings then
    raise exception 'You already have the most test drives we can hold for one e-mail address.' using errcode = 'P0001';
  end if;
  return new;
end
$$;
create trigger test_drives_cap before insert on public.test_drives
  for each row execute function forecourt.cap_open_test_drives();

create function forecourt.cap_enquiries() returns trigger
language plpgsql set search_path = '' as $$
declare
  _max_a_day constant integer := 20;
begin
  if not forecourt.is_trusted() and forecourt.count_enquiries_of_today(
    lower(trim(new.email)), forecourt.caller_network()
  ) >= _max_a_day then
    raise exception 'We have many enquiries from this e-mail address today. Please contact us directly.'
      using errcode = 'P0001';
  end if;
  return new;
end
$$;
create trigger enquiries_cap before insert on public.enquiries
  for each row execute function forecourt.cap_enquiries();

-- Our own service asks for the human check and counts a network's leads before an insert reaches the database. A hosted
-- project has nobody in between: there the insert itself does what can be done in SQL. It is told apart by the request's
-- headers, which a hosted project's API sets, and by the missing claim, which our own service sets.
--
-- The human check: the function human-check asks Google about a token and leaves a pass; the insert takes its part. It is
-- asked for where the dealer has set a site key, because without one nobody could pass it.
create function forecourt.guard_hosted_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _leads_an_hour constant integer := 60;
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  _token text := coalesce(_headers ->> 'x-captcha-token', '');
begin
  if _headers is null or _claims ? 'forecourt_network' or _claims ->> 'role' = 'service_role' or public.is_admin() then
    return new;
  end if;
  if not public.take_limit('lead:' || forecourt.caller_network(), _leads_an_hour, 3600) then
    raise exception 'Too many requests. Please try again later or contact us directly.' using errcode = 'P0001';
  end if;
  if exists (select from public.config where key = 'RECAPTCHA_SITE_KEY' and trim(value) <> '')
    and public.take_captcha_pass(
      encode(sha256(convert_to('recaptcha:' || _token, 'UTF8')), 'hex'), tg_argv[0], 'insert'
    ) <> 'used'
  then
    raise exception 'captcha_failed: the human verification was not passed' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger enquiries_guard_hosted before insert on public.enquiries
  for each row execute function forecourt.guard_hosted_lead('enquiry');
create trigger test_drives_guard_hosted before insert on public.test_drives
  for each row execute function forecourt.guard_hosted_lead('test-drive');

-- == inbox.sql

-- All leads as one list for the back office, and its search.

-- Enquiries, test drives and contact messages as one list, for the back office: it pages across the three. Runs with the
-- reader's rights, so the policies of the tables decide. A scheduled test drive is new to staff.
create view public.inbox with (security_invoker = true) as
  select 'enquiry'::text as kind, id, name, email, phone, message, vehicle_id, vehicle_title, status,
    null::timestamp as preferred_date, created_at
  from public.enquiries
  union all
  select 'test-drive'::text, id, name, email, phone, message, vehicle_id, vehicle_title,
    case status when 'Scheduled' then 'New' else status end, preferred_date, created_at
  from public.test_drives
  union all
  select 'message'::text, id, name, email, phone, message, null::uuid, ''::text, status, null::timestamp, created_at
  from public.contact_messages;
revoke all on public.inbox from anon, authenticated;
grant select on public.inbox to authenticated;
grant select on public.inbox to service_role;

-- The inbox is searched by words anywhere in a lead. Behind row-level security a pattern may not use an index, because it
-- could tell something about rows that the reader may not see: so the words lie in a table of the service's own, and a
-- function that asks first who calls looks them up.
create table forecourt.lead_words (
  id uuid primary key,
  words text not null
);
alter table forecourt.lead_words enable row level security;
create index lead_words_words_idx on forecourt.lead_words using gin (words extensions.gin_trgm_ops);

revoke all on forecourt.lead_words from public, anon, authenticated, service_role;

-- One text of a lead; with a space before every word, as in forecourt.vehicle_listings.
create function forecourt.lead_words_of(_name text, _email text, _vehicle_title text, _message text) returns text
language sql immutable set search_path = '' as $$
  select ' ' || forecourt.search_text(concat_ws(' ', _name, _email, _vehicle_title, _message))
$$;

create function forecourt.keep_lead_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from forecourt.lead_words where id = old.id;
    return null;
  end if;
  insert into forecourt.lead_words (id, words)
  values (new.id, forecourt.lead_words_of(new.name, new.email, to_jsonb(new) ->> 'vehicle_title', new.message))
  on conflict (id) do update set words = excluded.words;
  return null;
end
$$;
create trigger enquiries_keep_words after insert or delete or update of name, email, vehicle_title, message
  on public.enquiries for each row execute function forecourt.keep_lead_words();
create trigger test_drives_keep_words after insert or delete or update of name, email, vehicle_title, message
  on public.test_drives for each row execute function forecourt.keep_lead_words();
create trigger contact_messages_keep_words after insert or delete or update of name, email, message
  on public.contact_messages for each row execute function forecourt.keep_lead_words();

-- One or two letters are looked for anywhere in a lead, too, like longer words. The index knows three and more: all words
-- are read then, which for an admin's hundred thousand leads takes a tenth of a second.
create function public.search_inbox(_words text[]) returns setof public.inbox
language plpgsql stable security definer set search_path = '' as $$
declare
  _conditions text;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  -- One condition a word, because the index is not used for a list of patterns.
  select string_agg(format('words like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
  into _conditions
  from (select distinct word from unnest(_words) as given (word) where word <> '' limit 8) as given;
  return query execute
    'select i.* from public.inbox i where i.id in (select id from forecourt.lead_words where '
    || coalesce(_conditions, 'true') || ')';
end
$$;
revoke all on function public.search_inbox(text[]) from public, anon;
grant execute on function public.search_inbox(text[]) to authenticated, service_role;

-- == demo-vehicles.sql

-- The demo stock, and how it is removed.

-- The vehicles that came with the demo or were added as test vehicles, so that they can go again in one step. `marked_at` is the
-- vehicle's own `updated_at` of that moment: one that differs was edited since.
create table public.demo_vehicles (
  vehicle_id uuid primary key references public.vehicles on delete cascade,
  marked_at timestamptz not null,
  -- Removing the demo stock is asked twice, and what the second question names is what goes: the choice is written down when
  -- it is shown. This is the choice that a vehicle belongs to; the next one takes it over.
  removal uuid
);
alter table public.demo_vehicles enable row level security;
create index demo_vehicles_removal_idx on public.demo_vehicles (removal) where removal is not null;

revoke all on public.demo_vehicles from anon, authenticated;
grant select, insert, update, delete on public.demo_vehicles to authenticated, service_role;

create policy "admins manage the marks of demo vehicles" on public.demo_vehicles
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

-- One that was edited or asked about has become the dealer's own, and goes only by name.
create view public.demo_stock with (security_invoker = true) as
  select v.id, v.title, v.updated_at <> d.marked_at as is_edited, coalesce(l.leads, 0) as leads,
    v.updated_at <> d.marked_at or l.leads is not null as is_used
  from public.demo_vehicles d
  join public.vehicles v on v.id = d.vehicle_id
  left join (
    select vehicle_id, count(*)::integer as leads
    from (select vehicle_id from public.enquiries union all select vehicle_id from public.test_drives) as asked
    where vehicle_id is not null group by vehicle_id
  ) as l on l.vehicle_id = v.id;
revoke all on public.demo_stock from anon, authenticated;
grant select on public.demo_stock to authenticated, service_role;

-- All that nobody used, and those that are named. Answers what will go, in figures.
create function public.choose_demo_vehicles(_also uuid[] default '{}') returns jsonb
language plpgsql set search_path = '' as $$
declare
  _removal uuid := gen_random_uuid();
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  update public.demo_vehicles set removal = case when chosen.id is null then null else _removal end
  from public.demo_vehicles as marked
  left join public.demo_stock as chosen
    on chosen.id = marked.vehicle_id and (not chosen.is_used or chosen.id = any (_also))
  where demo_vehicles.vehicle_id = marked.vehicle_id;
  return jsonb_build_object(
    'removal', _removal,
    'vehicles', (select count(*) from public.demo_vehicles where removal = _removal),
    'pictures', (
      select count(*) from public.demo_vehicles
      join public.vehicle_images using (vehicle_id) where removal = _removal));
end
$$;

create function public.remove_demo_vehicles(_removal uuid, _also uuid[] default '{}') returns integer
language plpgsql set search_path = '' as $$
declare
  _removed integer;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from public.vehicles where id in (
    select stock.id from public.demo_stock as stock
    join public.demo_vehicles as marked on marked.vehicle_id = stock.id
    where marked.removal = _removal and (not stock.is_used or stock.id = any (_also)) limit 250
  );
  get diagnostics _removed = row_count;
  return _removed;
end
$$;
revoke all on function public.choose_demo_vehicles(uuid[]), public.remove_demo_vehicles(uuid, uuid[]) from public, anon;
grant execute on function public.choose_demo_vehicles(uuid[]), public.remove_demo_vehicles(uuid, uuid[])
  to authenticated, service_role;

-- Saves a vehicle of the demo: marked as one, and not sent to AutoTrader.
create function public.seed_vehicle(_vehicle jsonb, _images text[], _features text[], _specifications jsonb)
returns setof public.vehicles
language plpgsql set search_path = '' as $$
declare
  _saved public.vehicles;
begin
  perform set_config('forecourt.unlisted', 'on', true);
  select * into _saved from public.save_vehicle(_vehicle, _images, _features, _specifications);
  insert into public.demo_vehicles (vehicle_id, marked_at) values (_saved.id, _saved.updated_at)
  on conflict (vehicle_id) do update set marked_at = excluded.marked_at;
  return next _saved;
end
$$;
revoke all on function public.seed_vehicle(jsonb, text[], text[], jsonb) from public, anon;
grant execute on function public.seed_vehicle(jsonb, text[], text[], jsonb) to authenticated, service_role;

-- == mail.sql

-- The outbox of emails, and what queues them.

-- Every mail waits here until a worker has sent it. The data holds links that open accounts: nobody but the service.
create table public.email_outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template in (
    'confirm-account', 'password-reset', 'sign-in', 'invite', 'email-change', 'reauthentication', 'text-message',
    'contact', 'enquiry', 'test-drive-confirmation', 'admin-notification', 'test-mail',
    'password-changed', 'two-steps-changed', 'recovery-code-used'
  )),
  recipient text, -- null: the ADMIN_EMAIL setting, looked up when the mail is sent
  data jsonb not null default '{}',
  dedupe_key text unique,
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  message_id text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  queued_at timestamptz not null default now(),
  -- Emails belong to the account that has proved the address. When the account leaves the address they are marked with the
  -- account, so that it keeps them, and whoever has the address next does not get them.
  user_id uuid references auth.users on delete set null
);
alter table public.email_outbox enable row level security;
create index email_outbox_due_idx on public.email_outbox (next_attempt_at) where status in ('pending', 'sending');
create index email_outbox_created_at_idx on public.email_outbox (created_at);
create index email_outbox_open_idx on public.email_outbox (created_at) where status <> 'sent';
create index email_outbox_confirmations_idx on public.email_outbox (next_attempt_at)
  where template in ('contact', 'enquiry', 'test-drive-confirmation');
create index email_outbox_recipient_idx on public.email_outbox (recipient, next_attempt_at)
  where template in ('contact', 'enquiry', 'test-drive-confirmation');
create index email_outbox_to_idx on public.email_outbox (recipient, created_at desc) where recipient is not null;
create index email_outbox_test_mails_idx on public.email_outbox (recipient, created_at desc) where template = 'test-mail';
create index email_outbox_copies_idx on public.email_outbox (created_at desc)
  where template = 'admin-notification' and recipient is not null;
create index email_outbox_customer_idx on public.email_outbox ((data ->> 'customerEmail'))
  where template = 'admin-notification' and status <> 'sent';
create index email_outbox_user_id_idx on public.email_outbox (user_id, created_at desc) where user_id is not null;

revoke all on public.email_outbox from anon, authenticated;
grant all on public.email_outbox to service_role;

create function forecourt.wipe_sent_mail() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.data := '{}';
  return new;
end
$$;
create trigger email_outbox_wipe before update of status on public.email_outbox
  for each row when (new.status = 'sent') execute function forecourt.wipe_sent_mail();

create function forecourt.notify_outbox() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('email_outbox', '');
  return null;
end
$$;
create trigger email_outbox_notify after insert on public.email_outbox
  for each statement execute function forecourt.notify_outbox();

-- What is switched off is queued for nobody. The admin email hears of all else, always; the copies have a ceiling, because
-- anyone can leave a lead and each makes as many mails as there are names on the list.
create function forecourt.queue_mail(_template text, _recipient text, _data jsonb, _dedupe_key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_copies_a_day constant integer := 500;
  _kind text := case when _template = 'admin-notification' then _data ->> 'enquiryType' end;
  _main text;
begin
  if exists (
    select from public.config where key = 'NOTIFY_' || upper(replace(_kind, '-', '_')) and value = 'false'
  ) then
    return;
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key)
  on conflict (dedupe_key) do nothing;
  if _kind is null or exists (
    select from public.email_outbox
    where template = 'admin-notification' and recipient is not null and created_at > now() - interval '1 day'
    order by created_at desc offset _most_copies_a_day - 1 limit 1
  ) then
    return;
  end if;
  -- As the worker finds it: the company's address stands in for the admin's.
  select lower(trim(value)) into _main from public.config
  where key in ('ADMIN_EMAIL', 'COMPANY_EMAIL') and trim(value) <> '' order by key limit 1;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  select _template, further.address, jsonb_strip_nulls(_data), _dedupe_key || ':' || further.place
  from forecourt.further_recipients(_kind) further
  where lower(further.address) is distinct from _main
  on conflict (dedupe_key) do nothing;
end
$$;
revoke all on function forecourt.queue_mail(text, text, jsonb, text) from public;

create function forecourt.queue_enquiry_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.queue_confirmation('enquiry', new.email, jsonb_build_object(
    'name', new.name, 'message', new.message, 'vehicleTitle', new.vehicle_title
  ), format('enquiry:%s:customer', new.id));
  perform forecourt.queue_mail('admin-notification', null, jsonb_build_object(
    'enquiryType', 'enquiry', 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone,
    'vehicleTitle', new.vehicle_title, 'message', new.message
  ), format('enquiry:%s:admin', new.id));
  return null;
end
$$;
create trigger enquiries_queue_mails after insert on public.enquiries
  for each row execute function forecourt.queue_enquiry_mails();

create function forecourt.queue_test_drive_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _when jsonb := jsonb_build_object(
    'vehicleTitle', new.vehicle_title,
    'preferredDate', to_char(new.preferred_date, 'DD/MM/YYYY'),
    'preferredTime', to_char(new.preferred_date, 'HH24:MI')
  );
begin
  perform forecourt.queue_confirmation('test-drive-confirmation', new.email,
    _when || jsonb_build_object('name', new.name), format('test-drive:%s:customer', new.id));
  perform forecourt.queue_mail('admin-notification', null, _when || jsonb_build_object(
    'enquiryType', 'test-drive', 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone,
    'message', nullif(new.message, '')
  ), format('test-drive:%s:admin', new.id));
  return null;
end
$$;
create trigger test_drives_queue_mails after insert on public.test_drives
  for each row execute function forecourt.queue_test_drive_mails();

create function forecourt.queue_contact_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.queue_confirmation('contact', new.email, jsonb_build_object(
    'name', new.name, 'message', new.message
  ), format('contact:%s:customer', new.id));
  perform forecourt.queue_mail('admin-notification', null, jsonb_build_object(
    'enquiryType', 'contact', 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone,
    'message', new.message
  ), format('contact:%s:admin', new.id));
  return null;
end
$$;
create trigger contact_messages_queue_mails after insert on public.contact_messages
  for each row execute function forecourt.queue_contact_mails();

-- A lead is always kept; what has a ceiling is the confirmation, which goes to an address that anyone can type: so many in
-- a day to one address, and so many in a day to all (what a mail provider takes before it takes no more). The ones above
-- wait for their turn in the outbox. One that would say the same as another that waits is not queued a second time, so a
-- flood leaves nobody with weeks of mail. The dealer's own notification has no ceiling: it never waits.
create function forecourt.queue_confirmation(_template text, _recipient text, _data jsonb, _dedupe_key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_a_day_to_one constant integer := 10;
  _most_a_day_to_all constant integer := 500;
  _due timestamptz;
begin
  -- Whoever is signed in writes to an address that they have proven to be theirs.
  if _recipient is distinct from forecourt.own_email() then
    select max(later.due) into _due from (
      (
        select next_attempt_at + interval '1 day' as due from public.email_outbox
        where recipient = _recipient and template in ('contact', 'enquiry', 'test-drive-confirmation')
        order by next_attempt_at desc offset _most_a_day_to_one - 1 limit 1
      )
      union all
      (
        select next_attempt_at + interval '1 day' from public.email_outbox
        where template in ('contact', 'enquiry', 'test-drive-confirmation')
        order by next_attempt_at desc offset _most_a_day_to_all - 1 limit 1
      )
    ) later where later.due > now();
  end if;
  if _due is not null and exists (
    select from public.email_outbox
    where recipient = _recipient and template = _template and status = 'pending' and next_attempt_at > now()
      and data - 'name' - 'message' = jsonb_strip_nulls(_data) - 'name' - 'message'
  ) then
    return;
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key, next_attempt_at)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key, coalesce(_due, now()))
  on conflict (dedupe_key) do nothing;
end
$$;
revoke all on function forecourt.queue_confirmation(text, text, jsonb, text) from public;

-- A mail without a recipient goes to the admin email, and is counted for nobody.
create function public.send_test_mail() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _email text;
  _found integer;
  _hourly constant int := 10;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.test_mail:' || auth.uid()::text, 0));
  select nullif(email, '') into _email from auth.users where id = auth.uid();
  if _email is null then
    raise exception 'Your account has no e-mail address.' using errcode = 'P0001';
  end if;
  update public.email_outbox set next_attempt_at = now(), queued_at = now(), attempts = 0
  where template = 'test-mail' and recipient = _email and status = 'pending';
  get diagnostics _found = row_count;
  if _found > 0 then
    perform pg_catalog.pg_notify('email_outbox', 'now');
    return;
  end if;
  if exists (select from public.email_outbox where template = 'test-mail' and recipient = _email and status = 'sending') then
    return;
  end if;
  if (select count(*) from public.email_outbox
      where template = 'test-mail' and recipient = _email and created_at > now() - interval '1 hour') >= _hourly then
    raise exception 'Enough test mails for an hour.' using errcode = 'PT429';
  end if;
  insert into public.email_outbox (template, recipient) values ('test-mail', _email);
end
$$;
revoke all on function public.send_test_mail() from public, anon;
grant execute on function public.send_test_mail() to authenticated;

-- The dealer's own notification is one mail for each who is to hear of it, queued by the insert itself: each is tried, refused,
-- held and put aside alone, and none is sent twice because another failed.

-- Who hears beside the admin email; of every kind with null. Whatever an admin has written there, a lead is kept: what is no
-- list is nobody, and more than five are not read.
create function forecourt.further_recipients(_kind text) returns table (place bigint, address text)
language plpgsql stable security definer set search_path = '' as $$
declare
  _most constant integer := 5;
  _longest constant integer := 254;
  _items jsonb;
begin
  begin
    select value::jsonb into _items from public.config where key = 'NOTIFY_ALSO';
  exception when others then
    return;
  end;
  if jsonb_typeof(_items) is distinct from 'array' then
    return;
  end if;
  return query
    select distinct on (lower(trim(item ->> 'address'))) n, trim(item ->> 'address')
    from jsonb_array_elements(_items) with ordinality as items (item, n)
    where n <= _most and position('@' in item ->> 'address') > 0 and length(item ->> 'address') <= _longest
      and (_kind is null or item ->> 'about' in ('everything', _kind))
    order by lower(trim(item ->> 'address')), n;
end
$$;
revoke all on function forecourt.further_recipients(text) from public;

-- A notification and its copies, by their keys.
create function forecourt.notification_keys(_key text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(_key || suffix) from unnest(array['', ':1', ':2', ':3', ':4', ':5']) as suffix
$$;
revoke all on function forecourt.notification_keys(text) from public;
grant execute on function forecourt.notification_keys(text) to service_role;

-- Whoever is taken off the list gets nothing that still waits: it tells of customers.
create function forecourt.forget_former_recipients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.email_outbox
  where template = 'admin-notification' and recipient is not null and status in ('pending', 'failed')
    and lower(recipient) not in (select lower(further.address) from forecourt.further_recipients(null) further);
  return null;
end
$$;
revoke all on function forecourt.forget_former_recipients() from public;
create trigger config_forget_recipients after update or delete on public.config
  for each row when (old.key = 'NOTIFY_ALSO') execute function forecourt.forget_former_recipients();

-- == listings.sql

-- The listings on AutoTrader, and what is still to be sent.

-- What AutoTrader was sent last for a vehicle, and what is still to be done. Rows outlive their vehicle: the listing
-- of a deleted one has to be taken down.
create table public.autotrader_syncs (
  vehicle_id uuid primary key,
  stock_id text,
  sent jsonb,
  pending text check (pending in ('create', 'update', 'delete')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null default 'sent' check (status in ('pending', 'sending', 'sent', 'failed')),
  revision integer not null default 0,
  queued_at timestamptz not null default now(),
  outcome text -- what to tell an admin whose browser asks after it is done
);
alter table public.autotrader_syncs enable row level security;
create index autotrader_syncs_due_idx on public.autotrader_syncs (next_attempt_at) where status in ('pending', 'sending');
create index autotrader_syncs_open_idx on public.autotrader_syncs (queued_at) where status <> 'sent';

revoke all on public.autotrader_syncs from anon, authenticated;
grant select on public.autotrader_syncs to authenticated;
grant select, insert, update, delete on public.autotrader_syncs to service_role;

create policy "admins see how the listings stand" on public.autotrader_syncs
  for select to authenticated using ((select public.is_admin()));

-- What AutoTrader is told may use every column of a vehicle, named as the table names it. fuelType and stockId are for
-- functions that a hosted project deployed earlier.
create function public.find_autotrader_vehicle(_vehicle_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(v) || jsonb_build_object(
    'fuelType', v.fuel_type, 'stockId', v.autotrader_id,
    'features', coalesce((
      select jsonb_agg(f.feature order by f.id) from public.vehicle_features f where f.vehicle_id = v.id), '[]'),
    'specifications', coalesce((
      select jsonb_object_agg(s.spec_key, s.spec_value) from public.vehicle_specifications s
      where s.vehicle_id = v.id), '{}'))
  from public.vehicles v where v.id = _vehicle_id
$$;
revoke execute on function public.find_autotrader_vehicle(uuid) from public, anon, authenticated;
grant execute on function public.find_autotrader_vehicle(uuid) to service_role;

-- For the service alone: an administrator's browser that asks for a sync is told that it waits.
create function public.read_autotrader_setting() returns text
language sql stable set search_path = '' as $$
  select case when value = 'true' and forecourt.is_outgoing_held() then 'held' else value end
  from public.config where key = 'EnableAutoTrader'
$$;
revoke execute on function public.read_autotrader_setting() from public, anon, authenticated;
grant execute on function public.read_autotrader_setting() to service_role;

-- One that is under way stays so: its revision tells it to go again. A few seconds' grace, so that a save of several calls
-- is one sync, and the browser that saved is the one to run it and show its outcome.
create function forecourt.queue_listing(_vehicle_id uuid, _action text, _stock_id text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.autotrader_syncs as s (vehicle_id, stock_id, pending, status, revision, next_attempt_at)
  values (_vehicle_id, _stock_id, _action, 'pending', 1, now() + interval '3 seconds')
  on conflict (vehicle_id) do update set
    stock_id = coalesce(excluded.stock_id, s.stock_id),
    pending = excluded.pending,
    revision = s.revision + 1,
    status = case s.status when 'sending' then 'sending' else 'pending' end,
    next_attempt_at = case s.status when 'sending' then s.next_attempt_at else excluded.next_attempt_at end,
    attempts = case s.status when 'sending' then s.attempts else 0 end,
    last_error = case s.status when 'sending' then s.last_error end,
    queued_at = case when s.status in ('sent', 'failed') then now() else s.queued_at end,
    updated_at = now();
  perform pg_catalog.pg_notify('autotrader_syncs', '');
end
$$;
revoke execute on function forecourt.queue_listing(uuid, text, text) from public;

create function forecourt.lists_vehicles() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.config where key = 'EnableAutoTrader' and value = 'true')
    and coalesce(current_setting('forecourt.unlisted', true), '') <> 'on'
$$;

create function forecourt.queue_listing_of_vehicle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- Also while the integration is off, and while the listing is only being made: nothing else remembers it.
    if old.autotrader_id is not null or exists (select from public.autotrader_syncs where vehicle_id = old.id) then
      perform forecourt.queue_listing(old.id, 'delete', old.autotrader_id);
    end if;
  elsif forecourt.lists_vehicles() then
    if tg_op = 'INSERT' then
      perform forecourt.queue_listing(new.id, 'create', new.autotrader_id);
    elsif not (old.sold and new.sold) then
      perform forecourt.queue_listing(
        new.id, case when new.sold then 'delete' when old.sold then 'create' else 'update' end, new.autotrader_id);
    end if;
  end if;
  return null;
end
$$;
create trigger vehicles_queue_listing after insert or delete on public.vehicles
  for each row execute function forecourt.queue_listing_of_vehicle();
-- The sync itself notes AutoTrader's id, which is no edit and leaves `updated_at` alone.
create trigger vehicles_queue_changed_listing after update on public.vehicles
  for each row when (old.updated_at is distinct from new.updated_at) execute function forecourt.queue_listing_of_vehicle();

-- What a listing shows of the parts, for those who save them by calls of their own.
create function forecourt.queue_listing_of_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if forecourt.lists_vehicles() then
    perform forecourt.queue_listing(v.id, coalesce(s.pending, 'update'), v.autotrader_id)
    from public.vehicles v left join public.autotrader_syncs s on s.vehicle_id = v.id
    where v.id in (select vehicle_id from changed) and not v.sold;
  end if;
  return null;
end
$$;
create trigger vehicle_features_queue_listing_added after insert on public.vehicle_features
  referencing new table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_features_queue_listing_changed after update on public.vehicle_features
  referencing new table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_features_queue_listing_removed after delete on public.vehicle_features
  referencing old table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_specifications_queue_listing_added after insert on public.vehicle_specifications
  referencing new table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_specifications_queue_listing_changed after update on public.vehicle_specifications
  referencing new table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_specifications_queue_listing_removed after delete on public.vehicle_specifications
  referencing old table as changed for each statement execute function forecourt.queue_listing_of_parts();

-- The steps of a sync beside claim_jobs and postpone_job, for the service alone.

-- An admin asks for it: queued, unless it is already, or the listing stands as of the vehicle's last change.
create function public.request_autotrader_sync(_vehicle_id uuid, _action text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.autotrader_syncs as s (vehicle_id, pending, status, revision) values (_vehicle_id, _action, 'pending', 1)
  on conflict (vehicle_id) do update set
    pending = excluded.pending, status = 'pending', revision = s.revision + 1, next_attempt_at = now(), queued_at = now()
  where s.status = 'sent' and s.updated_at < (select v.updated_at from public.vehicles v where v.id = _vehicle_id);
end
$$;
revoke execute on function public.request_autotrader_sync(uuid, text) from public, anon, authenticated;
grant execute on function public.request_autotrader_sync(uuid, text) to service_role;

-- How it stands, for a browser that waits while another process is at it.
create function public.read_autotrader_sync(_vehicle_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('status', status, 'outcome', outcome, 'lastError', last_error)
  from public.autotrader_syncs where vehicle_id = _vehicle_id
$$;
revoke execute on function public.read_autotrader_sync(uuid) from public, anon, authenticated;
grant execute on function public.read_autotrader_sync(uuid) to service_role;

-- What to send, read at this moment. Until it is finished nobody knows what AutoTrader shows, so `sent` is forgotten: should
-- this try fail half-way, the next one sends everything.
create function public.begin_autotrader_sync(_vehicle_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  _listing jsonb;
begin
  select jsonb_build_object('vehicleId', vehicle_id, 'stockId', stock_id, 'sent', sent, 'action', pending, 'revision', revision)
  into _listing from public.autotrader_syncs where vehicle_id = _vehicle_id for update;
  update public.autotrader_syncs set sent = null where vehicle_id = _vehicle_id and sent is not null;
  return _listing || jsonb_build_object('vehicle', public.find_autotrader_vehicle(_vehicle_id));
end
$$;
revoke execute on function public.begin_autotrader_sync(uuid) from public, anon, authenticated;
grant execute on function public.begin_autotrader_sync(uuid) to service_role;

-- Done: true. False when the vehicle changed meanwhile, or the claim had run out and another may have sent something older or
-- newer: then everything is sent once more. The vehicle is locked first, as a save does.
create function public.finish_autotrader_sync(
  _vehicle_id uuid, _claim timestamptz, _revision integer, _stock_id text, _sent jsonb, _outcome text
) returns boolean
language plpgsql set search_path = '' as $$
declare
  _exists boolean;
  _row public.autotrader_syncs;
begin
  perform from public.vehicles where id = _vehicle_id for update;
  _exists := found;
  update public.vehicles set autotrader_id = _stock_id
  where id = _vehicle_id and autotrader_id is distinct from _stock_id;

  select * into _row from public.autotrader_syncs where vehicle_id = _vehicle_id for update;
  if not found then
    if _sent is not null then
      insert into public.autotrader_syncs (vehicle_id, stock_id, pending, status, revision)
      values (_vehicle_id, _stock_id, 'delete', 'pending', 1);
    end if;
    return _sent is null;
  end if;

  if _row.status <> 'sending' or _row.next_attempt_at <> _claim then
    update public.autotrader_syncs set
      stock_id = coalesce(_stock_id, stock_id), sent = null, revision = revision + 1, pending = coalesce(pending, 'update'),
      status = case status when 'sending' then 'sending' else 'pending' end,
      next_attempt_at = case status when 'sending' then next_attempt_at else now() end
    where vehicle_id = _vehicle_id;
    return false;
  end if;
  if _row.revision <> _revision or not _exists and _sent is not null then
    update public.autotrader_syncs set stock_id = _stock_id, sent = null, status = 'pending', next_attempt_at = now()
    where vehicle_id = _vehicle_id;
    return false;
  end if;
  if not _exists then
    -- Nothing is left to remember of a vehicle that is gone here and there.
    delete from public.autotrader_syncs where vehicle_id = _vehicle_id;
  else
    update public.autotrader_syncs set stock_id = _stock_id, sent = _sent, pending = null, status = 'sent', attempts = 0,
      last_error = null, outcome = _outcome, updated_at = clock_timestamp()
    where vehicle_id = _vehicle_id;
  end if;
  return true;
end
$$;
revoke execute on function public.finish_autotrader_sync(uuid, timestamptz, integer, text, jsonb, text) from public, anon, authenticated;
grant execute on function public.finish_autotrader_sync(uuid, timestamptz, integer, text, jsonb, text) to service_role;

-- == jobs.sql

-- Queues of jobs, and jobs that run at intervals.

-- A queue is a table of jobs with the same columns: status, attempts, next_attempt_at, last_error and queued_at. A job is
-- claimed by setting it to 'sending' and due again when its lease ends, so that several processes never do the same one at
-- once, and what a process that died had claimed is taken over. That time is also the claim's name: whoever comes back
-- after another took over finds that the job is no longer theirs.
create function forecourt.queue_key(_queue text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if _queue = 'email_outbox' then
    return 'id';
  elsif _queue = 'autotrader_syncs' then
    return 'vehicle_id';
  end if;
  raise exception 'There is no queue %', _queue;
end
$$;

-- Twice as long each time, up to the longest, and up to a quarter more: what failed together does not come back together.
create function forecourt.retry_pause(_attempts integer, _first_seconds double precision, _longest_seconds double precision)
returns interval
language sql volatile set search_path = '' as $$
  select make_interval(secs =>
    least(_longest_seconds, _first_seconds * power(2, least(greatest(_attempts, 1) - 1, 20))) * (1 + random() / 4))
$$;

-- The jobs that are due, or with _only that one, due or not; never one that another process has under way.
create function public.claim_jobs(_queue text, _limit integer, _lease_seconds integer, _only uuid default null)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  _claimed jsonb;
  _wanted text := case
    when _only is null then $sql$ status in ('pending', 'sending') and next_attempt_at <= now() $sql$
    else $sql$ %I = $3 and (status in ('pending', 'failed') or status = 'sending' and next_attempt_at <= now()) $sql$
  end;
begin
  if forecourt.is_outgoing_held() then
    return '[]';
  end if;
  execute format($sql$
    with due as (
      select %2$I as key from public.%1$I where %3$s order by next_attempt_at limit $1 for update skip locked
    ), claimed as (
      update public.%1$I j set
        status = 'sending', attempts = j.attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
      from due where j.%2$I = due.key
      returning j.*
    )
    select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') from claimed
  $sql$, _queue, forecourt.queue_key(_queue), format(_wanted, forecourt.queue_key(_queue)))
  into _claimed using _limit, _lease_seconds, _only;
  return _claimed;
end
$$;
revoke execute on function public.claim_jobs(text, integer, integer, uuid) from public, anon, authenticated;
grant execute on function public.claim_jobs(text, integer, integer, uuid) to service_role;

-- It failed: later again, or, when that is hopeless or has gone on for too long, not by itself. False when the claim was no
-- longer ours.
create function public.postpone_job(
  _queue text, _id uuid, _claim timestamptz, _error text, _is_final boolean,
  _first_seconds double precision, _longest_seconds double precision, _give_up_days integer
) returns boolean
language plpgsql set search_path = '' as $$
declare
  _found integer;
begin
  execute format($sql$
    update public.%1$I set
      status = case when $4 or queued_at < now() - make_interval(days => $7) then 'failed' else 'pending' end,
      next_attempt_at = now() + forecourt.retry_pause(attempts, $5, $6), last_error = $3
    where %2$I = $1 and status = 'sending' and next_attempt_at = $2
  $sql$, _queue, forecourt.queue_key(_queue))
  using _id, _claim, _error, _is_final, _first_seconds, _longest_seconds, _give_up_days;
  get diagnostics _found = row_count;
  return _found > 0;
end
$$;
revoke execute on function public.postpone_job(
  text, uuid, timestamptz, text, boolean, double precision, double precision, integer
) from public, anon, authenticated;
grant execute on function public.postpone_job(
  text, uuid, timestamptz, text, boolean, double precision, double precision, integer
) to service_role;

-- While all is held nothing is due.
create function public.next_job_seconds(_queue text) returns double precision
language plpgsql set search_path = '' as $$
declare
  _seconds double precision;
begin
  if forecourt.is_outgoing_held() then
    return null;
  end if;
  execute format($sql$
    select extract(epoch from min(next_attempt_at) - now()) from public.%I where status in ('pending', 'sending')
  $sql$, _queue) into _seconds;
  return _seconds;
end
$$;
revoke execute on function public.next_job_seconds(text) from public, anon, authenticated;
grant execute on function public.next_job_seconds(text) to service_role;

-- The embedded engine has one process: a claim found at its start was left by one that died, and need not run out.
create function public.release_jobs(_queue text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format($sql$ update public.%I set status = 'pending', next_attempt_at = now() where status = 'sending' $sql$, _queue);
end
$$;
revoke execute on function public.release_jobs(text) from public, anon, authenticated;
grant execute on function public.release_jobs(text) to service_role;

-- What is done every so often, by one process at a time: when the next round is, and who is at it. The time outlives a
-- restart, so that a service that is restarted often still gets to its rounds.
create table forecourt.job_rounds (
  name text primary key,
  next_at timestamptz not null,
  locked_until timestamptz,
  attempts integer not null default 0,
  last_error text
);

-- What left the house, or should have: for the back office. The view runs with its owner's rights, because nobody may read
-- the outbox; it shows kind, address and what the other side said, never the body or its links.
create view public.undelivered with (security_barrier = true) as
  select 'mail'::text as queue, id, template as kind, recipient as subject, status, attempts, last_error,
    created_at as since, next_attempt_at
  from public.email_outbox
  where status <> 'sent' and (select forecourt.is_trusted())
  union all
  select 'listing'::text, s.vehicle_id, coalesce(s.pending, 'update'), v.title, s.status, s.attempts, s.last_error,
    s.queued_at, s.next_attempt_at
  from public.autotrader_syncs s left join public.vehicles v on v.id = s.vehicle_id
  where s.status <> 'sent' and (select forecourt.is_trusted());
revoke all on public.undelivered from anon, authenticated;
grant select on public.undelivered to authenticated, service_role;

create function forecourt.queue_of(_queue text) returns text
language sql immutable set search_path = '' as $$
  select case _queue when 'mail' then 'email_outbox' when 'listing' then 'autotrader_syncs' end
$$;

-- One, or all that were tried before; what is under way is left alone. Answers how many are tried again now.
create function public.retry_undelivered(_queue text default null, _id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _name text;
  _found integer;
  _total integer := 0;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  foreach _name in array array['email_outbox', 'autotrader_syncs'] loop
    if _queue is null or _name = forecourt.queue_of(_queue) then
      execute format($sql$
        update public.%1$I set status = 'pending', attempts = 0, next_attempt_at = now(), queued_at = now()
        where (status = 'failed' or status = 'pending' and attempts > 0) and ($1 is null or %2$I = $1)
      $sql$, _name, forecourt.queue_key(_name)) using _id;
      get diagnostics _found = row_count;
      _total := _total + _found;
      if _found > 0 then
        perform pg_catalog.pg_notify(_name, 'now'); -- also to those who rest because the other side is in trouble
      end if;
    end if;
  end loop;
  return _total;
end
$$;
revoke all on function public.retry_undelivered(text, uuid) from public, anon;
grant execute on function public.retry_undelivered(text, uuid) to authenticated, service_role;

-- Seen, and not to be tried again: the mail goes with its body, the listing waits for the next save of its vehicle.
create function public.put_undelivered_aside(_queue text, _id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _found integer;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if _queue = 'mail' then
    delete from public.email_outbox where status = 'failed' and (_id is null or id = _id);
  else
    update public.autotrader_syncs set status = 'sent', pending = null, last_error = null
    where status = 'failed' and (_id is null or vehicle_id = _id);
  end if;
  get diagnostics _found = row_count;
  return _found;
end
$$;
revoke all on function public.put_undelivered_aside(text, uuid) from public, anon;
grant execute on function public.put_undelivered_aside(text, uuid) to authenticated, service_role;

-- A site that came out of a backup holds what would leave the house: the mails may have been sent since, by the site that the
-- backup was made of, and that one may still be running. Nothing is claimed until an administrator releases it.
create table forecourt.outgoing_hold (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null default now(),
  -- When the backup was made.
  made_at timestamptz not null
);
alter table forecourt.outgoing_hold enable row level security;

create function forecourt.is_outgoing_held() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from forecourt.outgoing_hold)
$$;
revoke all on function forecourt.is_outgoing_held() from public, anon, authenticated;
grant execute on function forecourt.is_outgoing_held() to service_role;

-- Callers of a hosted project are stopped from deleting without a condition, in functions too.
create function public.release_outgoing() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from forecourt.outgoing_hold where true;
  if not found then
    return false;
  end if;
  perform forecourt.record_activity('outgoing_released', 'Mails and listings released after a restore');
  perform pg_catalog.pg_notify('email_outbox', 'now');
  perform pg_catalog.pg_notify('autotrader_syncs', 'now');
  return true;
end
$$;
revoke all on function public.release_outgoing() from public, anon;
grant execute on function public.release_outgoing() to authenticated, service_role;

-- == activity.sql

-- What happened lately, for the back office. Written by triggers alone.
create table public.activity (
  id bigint primary key generated always as identity,
  kind text not null check (kind in (
    'vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_deleted', 'enquiry', 'test_drive', 'contact_message',
    'customer_registered', 'customer_disabled', 'customer_enabled', 'account_deleted', 'second_steps_reset', 'settings_saved',
    'outgoing_released', 'admin_invited'
  )),
  summary text not null,
  vehicle_id uuid references public.vehicles on delete set null,
  actor_id uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  -- Whom an entry is about: the lead or the account. Its text holds a name, and whoever deletes their account takes the name
  -- with them. No foreign key: entries outlive what they tell of.
  subject_id uuid
);
alter table public.activity enable row level security;
create index activity_created_at_idx on public.activity (created_at desc, id desc);
create index activity_vehicle_id_idx on public.activity (vehicle_id);
create index activity_actor_id_idx on public.activity (actor_id);
create index activity_subject_id_idx on public.activity (subject_id) where subject_id is not null;

revoke all on public.activity from anon, authenticated;
grant select on public.activity to authenticated;
grant all on public.activity to service_role;

create policy "admins read the activity" on public.activity
  for select to authenticated using ((select public.is_admin()));

create trigger activity_changed after insert or update or delete on public.activity
  for each statement execute function forecourt.notify_change();

-- How an account is spoken of.
create function forecourt.name_of(_profile public.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    nullif(trim(concat_ws(' ', _profile.first_name, _profile.last_name)), ''), nullif(_profile.email, ''), 'A customer'
  )
$$;

create function forecourt.record_activity(
  _kind text, _summary text, _vehicle_id uuid default null, _subject_id uuid default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.activity (kind, summary, vehicle_id, subject_id, actor_id)
  values (_kind, _summary, _vehicle_id, _subject_id, (select id from public.profiles where id = auth.uid()))
$$;
revoke all on function forecourt.record_activity(text, text, uuid, uuid) from public;

create function forecourt.record_vehicle_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform forecourt.record_activity('vehicle_added', new.title || ' added', new.id);
  elsif tg_op = 'DELETE' then
    perform forecourt.record_activity('vehicle_deleted', old.title || ' deleted');
  elsif new.sold and not old.sold then
    perform forecourt.record_activity('vehicle_sold', new.title || ' marked as sold', new.id);
  else
    perform forecourt.record_activity('vehicle_updated', new.title || ' updated', new.id);
  end if;
  return null;
end
$$;
create trigger vehicles_record_added_or_deleted after insert or delete on public.vehicles
  for each row execute function forecourt.record_vehicle_activity();
-- `updated_at` stands still when only the listing sync noted its id.
create trigger vehicles_record_changed after update on public.vehicles
  for each row when (new.updated_at <> old.updated_at) execute function forecourt.record_vehicle_activity();

create function forecourt.record_lead_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_table_name
    when 'enquiries' then
      perform forecourt.record_activity('enquiry',
        format('Enquiry from %s about %s', new.name, new.vehicle_title), new.vehicle_id, new.id);
    when 'test_drives' then
      perform forecourt.record_activity('test_drive',
        format('Test drive of %s booked by %s', new.vehicle_title, new.name), new.vehicle_id, new.id);
    else
      perform forecourt.record_activity('contact_message', format('Message from %s', new.name), null, new.id);
  end case;
  return null;
end
$$;
create trigger enquiries_record after insert on public.enquiries
  for each row execute function forecourt.record_lead_activity();
create trigger test_drives_record after insert on public.test_drives
  for each row execute function forecourt.record_lead_activity();
create trigger contact_messages_record after insert on public.contact_messages
  for each row execute function forecourt.record_lead_activity();

-- An entry names its subject, and accounts without a name (anonymous sign-in) are no customers who registered.
create function forecourt.record_profile_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _done text := case when tg_op = 'INSERT' then 'registered' when new.disabled then 'disabled' else 'enabled' end;
begin
  if tg_op = 'INSERT' and exists (select from auth.users where id = new.id and is_anonymous) then
    return null;
  end if;
  perform forecourt.record_activity(
    'customer_' || _done, forecourt.name_of(new) || ' ' || _done, null, new.id);
  return null;
end
$$;
create trigger profiles_record_registered after insert on public.profiles
  for each row execute function forecourt.record_profile_activity();
create trigger profiles_record_disabled after update of disabled on public.profiles
  for each row when (new.disabled <> old.disabled) execute function forecourt.record_profile_activity();

-- A statement of a customer that row-level security lets change nothing still fires statement triggers; only an admin's
-- may say that settings were saved.
create function forecourt.record_settings_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if public.is_admin() and not exists (
    select from public.activity
    where kind = 'settings_saved' and actor_id = auth.uid() and created_at > now() - interval '1 minute'
  ) then
    perform forecourt.record_activity('settings_saved', 'Settings saved');
  end if;
  return null;
end
$$;
create trigger config_record after insert or update or delete on public.config
  for each statement execute function forecourt.record_settings_activity();

-- == my-data.sql

-- What customers can read and delete about themselves.

-- Everything that is kept under the caller's account, as one document. What was sent under their address counts only where
-- they have proved that it is theirs. Nothing in it opens anything: no password, no token, no secret of a second step.
create function public.my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _max constant integer := 1000;
  _id constant uuid := auth.uid();
  _email text := forecourt.own_email();
begin
  perform forecourt.require_own_session();
  if not public.take_limit(format('my-data:%s', _id), 10, 3600) then
    raise exception 'You have downloaded your data several times within the hour. Please try again later.'
      using errcode = 'PT429';
  end if;
  return jsonb_build_object(
    'made_at', now(),
    'most_entries_of_a_list', _max,
    'account', (
      select jsonb_build_object(
        'id', u.id, 'email', u.email, 'new_email', nullif(u.email_change, ''), 'phone', u.phone,
        'role', coalesce((select role from public.user_roles where user_id = u.id), 'user'),
        'given_at_registration', u.raw_user_meta_data, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = _id),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = _id),
    'ways_to_sign_in', coalesce((
      select jsonb_agg(jsonb_build_object('provider', i.provider, 'email', i.email, 'data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at)
      from auth.identities i where i.user_id = _id), '[]'),
    'second_steps', coalesce((
      select jsonb_agg(jsonb_build_object('type', f.factor_type, 'name', f.friendly_name, 'phone', f.phone,
        'status', f.status, 'created_at', f.created_at) order by f.created_at)
      from auth.mfa_factors f where f.user_id = _id), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('device', s.user_agent, 'address', host(s.ip), 'started_at', s.created_at,
        'last_used_at', greatest(s.created_at, s.refreshed_at at time zone 'utc')) order by s.created_at desc)
      from (select * from auth.sessions where user_id = _id order by created_at desc limit _max) s), '[]'),
    'enquiries', coalesce((
      select jsonb_agg(to_jsonb(e) order by e.created_at desc)
      from (
        select * from public.enquiries where user_id = _id or (user_id is null and email = _email)
        order by created_at desc limit _max
      ) e), '[]'),
    'test_drives', coalesce((
      select jsonb_agg(to_jsonb(t) order by t.created_at desc)
      from (
        select * from public.test_drives where user_id = _id or (user_id is null and email = _email)
        order by created_at desc limit _max
      ) t), '[]'),
    'contact_messages', coalesce((
      select jsonb_agg(to_jsonb(m) order by m.created_at desc)
      from (
        select * from public.contact_messages where user_id = _id or (user_id is null and email = _email)
        order by created_at desc limit _max
      ) m), '[]'),
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('kind', o.template, 'status', o.status, 'created_at', o.created_at,
        'sent_at', o.sent_at) order by o.created_at desc)
      from (
        select * from public.email_outbox
        where (user_id = _id and template <> 'admin-notification') or (user_id is null and recipient = _email)
        order by created_at desc limit _max
      ) o), '[]'),
    'disabled_and_enabled', coalesce((
      select jsonb_agg(jsonb_build_object('action', h.action, 'created_at', h.created_at) order by h.id)
      from (select * from public.customer_disable_history where customer_id = _id order by id limit _max) h), '[]'),
    'activity', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', a.kind, 'created_at', a.created_at,
        'summary', case when forecourt.is_about_me(a.kind, a.subject_id, _email) then a.summary end) order by a.id desc)
      from (
        select * from public.activity where subject_id = _id or actor_id = _id order by id desc limit _max
      ) a), '[]')
  );
end
$$;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated;

-- The caller's own account, and what is theirs elsewhere. Refused for the last admin (keep_last_admin) and a disabled account.
create function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _session_id uuid := forecourt.require_own_session();
begin
  if not forecourt.has_just_proved_identity(_session_id) then
    raise exception 'Please show again who you are.' using errcode = '42501';
  end if;
  delete from auth.users where id = auth.uid();
  perform forecourt.record_activity('account_deleted', 'An account was deleted by its owner');
end
$$;
revoke all on function public.delete_my_account() from public, anon;
grant execute on function public.delete_my_account() to authenticated;

-- What an admin did to others is noted under their names. Whoever was an admin once must not carry those away: of such
-- entries one's data has the kind and the time alone.
create function forecourt.is_about_me(_kind text, _subject_id uuid, _email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select _subject_id = auth.uid()
    or _kind like 'vehicle%' or _kind = 'settings_saved'
    or exists (
      select from public.enquiries
      where id = _subject_id and (user_id = auth.uid() or (user_id is null and email = _email)))
    or exists (
      select from public.test_drives
      where id = _subject_id and (user_id = auth.uid() or (user_id is null and email = _email)))
$$;
revoke all on function forecourt.is_about_me(text, uuid, text) from public;

-- Open leads are closed: there is no one left to answer.
create function forecourt.blank_leads(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _name constant text := 'Deleted account';
  _email constant text := 'deleted@account.invalid';
  _message constant text := 'Deleted with the account.';
begin
  update public.activity a set summary = format('Enquiry from a deleted account about %s', e.vehicle_title)
  from public.enquiries e where e.user_id = _user_id and a.subject_id = e.id;
  update public.activity a set summary = format('Test drive of %s booked by a deleted account', t.vehicle_title)
  from public.test_drives t where t.user_id = _user_id and a.subject_id = t.id;
  update public.activity a set summary = 'Message from a deleted account'
  from public.contact_messages m where m.user_id = _user_id and a.subject_id = m.id;

  -- Emails about these leads that wait. Sent ones to an address that is not proved stay: the ceilings for strangers' addresses
  -- count them.
  delete from public.email_outbox where status <> 'sent' and dedupe_key in (
    select unnest(forecourt.notification_keys(lead.key || ':admin') || (lead.key || ':customer')) from (
      select 'enquiry:' || id from public.enquiries where user_id = _user_id
      union all select 'test-drive:' || id from public.test_drives where user_id = _user_id
      union all select 'contact:' || id from public.contact_messages where user_id = _user_id
    ) as lead (key)
  );
  delete from forecourt.lead_origins where lead_id in (
    select id from public.enquiries where user_id = _user_id
    union all select id from public.test_drives where user_id = _user_id
  );
  update public.enquiries
  set user_id = null, name = _name, email = _email, phone = '-', message = _message, status = 'Closed'
  where user_id = _user_id;
  update public.test_drives set user_id = null, name = _name, email = _email, phone = '-', message = '', status = 'Closed'
  where user_id = _user_id;
  update public.contact_messages
  set user_id = null, name = _name, email = _email, phone = '', message = _message, status = 'Closed'
  where user_id = _user_id;
end
$$;

create function forecourt.forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email is not null then
    perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  end if;
  perform forecourt.blank_leads(old.id);
  delete from public.email_outbox where user_id = old.id;
  -- The link to an address that the account asked for and does not have yet.
  delete from public.email_outbox where recipient = nullif(old.email_change, '') and template = 'email-change';
  delete from public.email_outbox where recipient = '+' || old.phone and template = 'text-message';
  delete from public.email_outbox
  where dedupe_key = any (forecourt.notification_keys(format('registration:%s:admin', old.id)));
  update public.activity set subject_id = null, summary = case kind
    when 'second_steps_reset' then 'A deleted account: two-step verification reset'
    when 'admin_invited' then 'A deleted account: invited as an admin'
    else 'A customer ' || replace(kind, 'customer_', '')
  end where subject_id = old.id;
  update public.customer_disable_history set customer_email = '' where customer_id = old.id;
  delete from public.function_limits where key = format('my-data:%s', old.id);
  delete from auth.flow_state where user_id = old.id;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return null;
end
$$;
revoke all on function forecourt.blank_leads(uuid), forecourt.forget_account() from public;

-- Before the row goes, because its leads lose the account with it.
create trigger on_auth_user_deleted before delete on auth.users
  for each row execute function forecourt.forget_account();
create trigger on_auth_user_soft_deleted after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forecourt.forget_account();

-- == storage.sql

-- Who may read and write pictures, and which are brought back from the trash.

-- A vehicle that is saved with a picture from the trash wants it back.
create function forecourt.want_pictures_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A hosted project has no trash.
  if to_regclass('storage.removed_objects') is not null then
    update storage.removed_objects r set is_wanted = true
    from saved_images i
    where not r.is_wanted and r.bucket_id = 'vehicle-images'
      and r.name = replace(
        substring(i.image_url from '^/storage/v1/object/public/vehicle-images/(.+)$'), '%20', ' ');
  end if;
  return null;
end
$$;
create trigger vehicle_images_wanted_when_added after insert on public.vehicle_images
  referencing new table as saved_images for each statement execute function forecourt.want_pictures_back();
create trigger vehicle_images_wanted_when_changed after update on public.vehicle_images
  referencing new table as saved_images for each statement execute function forecourt.want_pictures_back();

-- A draft of a vehicle names pictures that no vehicle shows yet. Whoever carries on with it wants them: back from the trash,
-- or a day more before they go there. A hosted project clears nothing away.
create function public.keep_pictures(_urls text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _names text[];
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if to_regclass('storage.removed_objects') is null then
    return;
  end if;
  select array_agg(replace(substring(url from '^/storage/v1/object/public/vehicle-images/(.+)$'), '%20', ' '))
  into _names from unnest(_urls) as url;
  update storage.removed_objects set is_wanted = true
  where bucket_id = 'vehicle-images' and name = any (_names) and not is_wanted;
  delete from storage.unreferenced_objects u using storage.objects o
  where o.id = u.object_id and o.bucket_id = 'vehicle-images' and o.name = any (_names);
end
$$;
revoke all on function public.keep_pictures(text[]) from public, anon;
grant execute on function public.keep_pictures(text[]) to authenticated, service_role;

-- The files that texts of the settings name: those on the site and those of the versions that can be brought back.
create function forecourt.brand_files_in(_text text) returns setof text
language sql immutable set search_path = '' as $$
  select found[1] from regexp_matches(_text, '/storage/v1/object/public/brand/([A-Za-z0-9_.-]+)', 'g') as found
$$;
revoke all on function forecourt.brand_files_in(text) from public, anon, authenticated;

create function forecourt.brand_files() returns setof text
language sql stable security definer set search_path = '' as $$
  select forecourt.brand_files_in(value) from public.config
  union
  select forecourt.brand_files_in(content::text) from public.setting_versions
$$;
revoke all on function forecourt.brand_files() from public, anon, authenticated;

-- What is published with a picture from the trash wants it back.
create function forecourt.want_brand_files_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A hosted project has no trash.
  if to_regclass('storage.removed_objects') is not null then
    update storage.removed_objects r set is_wanted = true
    from saved_rows s, forecourt.brand_files_in(s.value) as file (name)
    where not r.is_wanted and r.bucket_id = 'brand' and r.name = file.name;
  end if;
  return null;
end
$$;
create trigger config_wants_files_when_added after insert on public.config
  referencing new table as saved_rows for each statement execute function forecourt.want_brand_files_back();
create trigger config_wants_files_when_changed after update on public.config
  referencing new table as saved_rows for each statement execute function forecourt.want_brand_files_back();

create policy "everyone sees public buckets" on storage.buckets
  for select to anon, authenticated using (public);
create policy "everyone sees vehicle pictures" on storage.objects
  for select to anon, authenticated using (bucket_id = 'vehicle-images');
create policy "admins add vehicle pictures" on storage.objects
  for insert to authenticated with check (bucket_id = 'vehicle-images' and (select public.is_admin()));
create policy "admins change vehicle pictures" on storage.objects
  for update to authenticated using (bucket_id = 'vehicle-images' and (select public.is_admin()))
  with check (bucket_id = 'vehicle-images' and (select public.is_admin()));
create policy "admins delete vehicle pictures" on storage.objects
  for delete to authenticated using (bucket_id = 'vehicle-images' and (select public.is_admin()));
create policy "everyone sees pictures of the brand" on storage.objects
  for select to anon, authenticated using (bucket_id = 'brand');
create policy "admins add pictures of the brand" on storage.objects
  for insert to authenticated with check (bucket_id = 'brand' and (select public.is_admin()));
create policy "admins change pictures of the brand" on storage.objects
  for update to authenticated using (bucket_id = 'brand' and (select public.is_admin()))
  with check (bucket_id = 'brand' and (select public.is_admin()));
create policy "admins delete pictures of the brand" on storage.objects
  for delete to authenticated using (bucket_id = 'brand' and (select public.is_admin()));

-- == office.sql

-- What the back office shows about the site itself: counts, incidents, backups, first steps.

-- What went wrong without anyone at the screen: one row a kind, counted, until an admin has seen it or it is over.
create table public.incidents (
  kind text primary key check (kind ~ '^[a-z][a-z-]{2,49}$'),
  detail text not null default '' check (length(detail) <= 500),
  count integer not null default 1 check (count > 0),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
alter table public.incidents enable row level security;

revoke all on public.incidents from anon, authenticated;
grant select, delete on public.incidents to authenticated;
grant all on public.incidents to service_role;

create policy "admins read the incidents" on public.incidents
  for select to authenticated using ((select public.is_admin()));
create policy "admins put an incident aside" on public.incidents
  for delete to authenticated using ((select public.is_admin()));

-- In one small answer what the banner on every screen of the back office needs. A job needs a person when it has failed, or
-- has been tried three times without success.
create function public.system_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  _status jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  select jsonb_build_object(
    'mails', jsonb_build_object(
      'waiting', (select count(*) from public.email_outbox where status in ('pending', 'sending')),
      'stuck', (select count(*) from public.email_outbox where status in ('pending', 'sending') and attempts >= 3),
      'failed', (select count(*) from public.email_outbox where status <> 'sent' and status = 'failed'),
      'lastError', (
        select last_error from public.email_outbox
        where status in ('pending', 'sending') and attempts >= 3 and last_error is not null
        order by next_attempt_at desc limit 1)),
    'listings', jsonb_build_object(
      'waiting', (select count(*) from public.autotrader_syncs where status in ('pending', 'sending')),
      'stuck', (select count(*) from public.autotrader_syncs where status in ('pending', 'sending') and attempts >= 3),
      'failed', (select count(*) from public.autotrader_syncs where status <> 'sent' and status = 'failed'),
      'lastError', (
        select last_error from public.autotrader_syncs
        where status in ('pending', 'sending') and attempts >= 3 and last_error is not null
        order by next_attempt_at desc limit 1)),
    'incidents', (select count(*) from public.incidents)
  ) into _status;
  return _status;
end
$$;
revoke all on function public.system_status() from public, anon;
grant execute on function public.system_status() to authenticated, service_role;

-- What the back office counts every half minute, kept by the writes themselves: a few rows to read instead of all there are.
create table public.office_counts (
  -- 'vehicle', or the kind of a lead as the inbox has it.
  subject text not null,
  status text not null,
  total bigint not null,
  primary key (subject, status)
);
alter table public.office_counts enable row level security;

revoke all on public.office_counts from anon, authenticated, service_role;
grant select on public.office_counts to authenticated, service_role;

create policy "admins see what the office counts" on public.office_counts
  for select to authenticated using ((select public.is_admin()));

-- Which status a row counts as, by its table; the inbox shows a scheduled test drive as new.
create function forecourt.office_count_of(_table name, out subject text, out status text)
language sql immutable set search_path = '' as $$
  select subject, status from (values
    ('vehicles', 'vehicle', $s$case when sold then 'Sold' else 'For sale' end$s$),
    ('enquiries', 'enquiry', 'status'),
    ('test_drives', 'test-drive', $s$case status when 'Scheduled' then 'New' else status end$s$),
    ('contact_messages', 'message', 'status')
  ) as known (name, subject, status)
  where name = _table
$$;
revoke all on function forecourt.office_count_of(name) from public, anon, authenticated, service_role;

create function forecourt.count_for_the_office() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _counted record := forecourt.office_count_of(tg_table_name);
begin
  -- In one order, so that two who count the same wait for each other, and not for ever.
  execute format($sql$
    insert into public.office_counts as c
    select %L, %s as status, sum(change) from (%s) as changes
    group by 2 having sum(change) <> 0 order by 2
    on conflict (subject, status) do update set total = c.total + excluded.total
  $sql$, _counted.subject, _counted.status, concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as change from now_there' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as change from was_there' end));
  return null;
end
$$;
create trigger vehicles_count_added after insert on public.vehicles
  referencing new table as now_there for each statement execute function forecourt.count_for_the_office();
create trigger vehicles_count_changed after update on public.vehicles
  referencing old table as was_there new table as now_there
  for each statement execute function forecourt.count_for_the_office();
create trigger vehicles_count_removed after delete on public.vehicles
  referencing old table as was_there for each statement execute function forecourt.count_for_the_office();
create trigger enquiries_count_added after insert on public.enquiries
  referencing new table as now_there for each statement execute function forecourt.count_for_the_office();
create trigger enquiries_count_changed after update on public.enquiries
  referencing old table as was_there new table as now_there
  for each statement execute function forecourt.count_for_the_office();
create trigger enquiries_count_removed after delete on public.enquiries
  referencing old table as was_there for each statement execute function forecourt.count_for_the_office();
create trigger test_drives_count_added after insert on public.test_drives
  referencing new table as now_there for each statement execute function forecourt.count_for_the_office();
create trigger test_drives_count_changed after update on public.test_drives
  referencing old table as was_there new table as now_there
  for each statement execute function forecourt.count_for_the_office();
create trigger test_drives_count_removed after delete on public.test_drives
  referencing old table as was_there for each statement execute function forecourt.count_for_the_office();
create trigger contact_messages_count_added after insert on public.contact_messages
  referencing new table as now_there for each statement execute function forecourt.count_for_the_office();
create trigger contact_messages_count_changed after update on public.contact_messages
  referencing old table as was_there new table as now_there
  for each statement execute function forecourt.count_for_the_office();
create trigger contact_messages_count_removed after delete on public.contact_messages
  referencing old table as was_there for each statement execute function forecourt.count_for_the_office();

-- After rows were brought in behind the triggers' backs: for the owner of the database alone.
create function forecourt.recount_for_the_office() returns void
language plpgsql set search_path = '' as $$
declare
  _table text;
  _counted record;
begin
  delete from public.office_counts;
  foreach _table in array array['vehicles', 'enquiries', 'test_drives', 'contact_messages'] loop
    _counted := forecourt.office_count_of(_table);
    execute format('insert into public.office_counts select %L, %s, count(*) from public.%I group by 2',
      _counted.subject, _counted.status, _table);
  end loop;
end
$$;
revoke all on function forecourt.recount_for_the_office() from public, anon, authenticated, service_role;

-- The backups that were made, for the back office. Where they lie is said by the name of their folder alone: the rest is the
-- business of whoever runs the machine.
create table forecourt.backups (
  id uuid primary key default gen_random_uuid(),
  folder text not null check (folder ~ '^forecourt-[0-9TZ]{1,40}$'),
  is_nightly boolean not null,
  -- The moment that its rows are of, and when it was whole.
  made_at timestamptz not null,
  finished_at timestamptz not null default now(),
  bytes bigint not null check (bytes >= 0),
  rows bigint not null check (rows >= 0),
  pictures bigint not null check (pictures >= 0),
  -- Named by a row, and nowhere to be found.
  missing_pictures bigint not null default 0 check (missing_pictures >= 0)
);
alter table forecourt.backups enable row level security;
create index backups_finished_at_idx on forecourt.backups (finished_at desc);

-- What the status screen shows: the last backup, why the nightly one fails, and what is held since a restore.
create function public.backup_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'last', (
      select jsonb_build_object('folder', folder, 'isNightly', is_nightly, 'madeAt', made_at, 'finishedAt', finished_at,
        'bytes', bytes, 'rows', rows, 'pictures', pictures, 'missingPictures', missing_pictures)
      from forecourt.backups order by finished_at desc limit 1),
    'isOld', not exists (select from forecourt.backups where made_at > now() - interval '2 days'),
    'lastError', (select last_error from forecourt.job_rounds where name = 'backup' and attempts > 0),
    'held', (
      select jsonb_build_object('since', since, 'madeAt', made_at,
        'mails', (select count(*) from public.email_outbox where status in ('pending', 'sending')),
        'listings', (select count(*) from public.autotrader_syncs where status in ('pending', 'sending')))
      from forecourt.outgoing_hold));
end
$$;
revoke all on function public.backup_status() from public, anon;
grant execute on function public.backup_status() to authenticated, service_role;

-- The secrets of a site that runs on several machines (docs/keys.md), sealed under KEYS_SECRET, which the database never
-- sees. Nobody but the owner of the database has a grant in this schema.
create table forecourt.sealed_keys (
  is_only boolean primary key default true check (is_only),
  sealed text not null,
  changed_at timestamptz not null default now()
);

-- How far a new dealer has come, from what is there: nothing of it is noted down but that it was hidden.
create function public.first_steps() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  _company jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  select coalesce(jsonb_object_agg(key, trim(value)), '{}') into _company from public.config
  where key in ('COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_OPENING_HOURS');
  return jsonb_build_object(
    -- What the demo, or a site without it, began with is nobody's own. Its hours may be another's, too.
    'hasName', coalesce(_company ->> 'COMPANY_NAME', '') not in ('', 'Your dealership', 'Halden & Rowe Motor Cars'),
    'hasAddress', coalesce(_company ->> 'COMPANY_ADDRESS', '') not in ('', '14 Lincoln Road, Peterborough, PE1 5BA'),
    'hasHours', coalesce(_company ->> 'COMPANY_OPENING_HOURS', '') <> '',
    -- Null while no logo can be set.
    'hasLogo', (
      select bool_or(coalesce(config.value, '') <> '') from forecourt.settings left join public.config using (key)
      where settings.key like 'BRAND\_LOGO%'),
    'isHidden', exists (select from forecourt.markers where name = 'first-steps-hidden'),
    -- One that came with the demo is the dealer's own when it was edited.
    'hasVehicle', exists (
      select from public.vehicles left join public.demo_vehicles on vehicle_id = id
      where vehicle_id is null or updated_at <> marked_at),
    'demoVehicles', (select count(*) from public.demo_stock where not is_used),
    'admins', (select count(*) from forecourt.active_admins),
    'hasBackup', exists (select from forecourt.backups),
    'hasSentMail', exists (select from public.email_outbox where status = 'sent'),
    'testMail', (
      select jsonb_build_object('to', recipient, 'status', status, 'error', last_error, 'at', coalesce(sent_at, created_at))
      from public.email_outbox
      where template = 'test-mail' and recipient = (select email from auth.users where id = auth.uid())
      order by created_at desc limit 1));
end
$$;
grant execute on function public.first_steps() to authenticated, service_role;

-- For all admins of the site.
create function public.hide_first_steps(_hidden boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if _hidden then
    insert into forecourt.markers (name) values ('first-steps-hidden') on conflict do nothing;
  else
    delete from forecourt.markers where name = 'first-steps-hidden';
  end if;
end
$$;
revoke all on function public.first_steps(), public.hide_first_steps(boolean) from public, anon;
grant execute on function public.hide_first_steps(boolean) to authenticated;

-- == reference-rows.sql

-- Rows that every site begins with. On a site that is running, admins change the values of public.config; a migration adds a
-- row here and there, and never changes a value.

-- Who may read each setting, and the tab of the back office that publishes it. The list that the site knows is
-- supabase/functions/_shared/settings.ts; whoever adds to one adds to the other.
insert into forecourt.settings (key, readable_by, tab) values
  ('COMPANY_NAME', 'visitor', null),
  ('COMPANY_EMAIL', 'visitor', null),
  ('COMPANY_EMAIL_2', 'visitor', null),
  ('COMPANY_PHONE', 'visitor', null),
  ('COMPANY_PHONE_2', 'visitor', null),
  ('COMPANY_ADDRESS', 'visitor', null),
  ('COMPANY_OPENING_HOURS', 'visitor', null),
  ('RECAPTCHA_SITE_KEY', 'visitor', null),
  ('ADMIN_EMAIL', 'admin', null),
  ('EnableAutoTrader', 'admin', null),
  ('AdminsNeedTwoSteps', 'admin', null),
  ('PAGES_FOOTER_LINE', 'visitor', 'pages'),
  ('PAGES_FAQ', 'visitor', 'pages'),
  ('PAGES_FOUNDED', 'visitor', 'pages'),
  ('PAGES_BANNER_TEXT', 'visitor', 'pages'),
  ('PAGES_BANNER_UNTIL', 'visitor', 'pages'),
  ('PAGES_BANNER_LINK', 'visitor', 'pages'),
  ('PAGES_HOME_DESCRIPTION', 'visitor', 'pages'),
  ('PAGES_STRENGTHS_HEADING', 'visitor', 'pages'),
  ('PAGES_STRENGTHS', 'visitor', 'pages'),
  ('PAGES_ABOUT_HEADING', 'visitor', 'pages'),
  ('PAGES_ABOUT_INTRO', 'visitor', 'pages'),
  ('PAGES_ABOUT_STORY_HEADING', 'visitor', 'pages'),
  ('PAGES_ABOUT_STORY', 'visitor', 'pages'),
  ('PAGES_FIGURES', 'visitor', 'pages'),
  ('PAGES_PROMISES', 'visitor', 'pages'),
  ('PAGES_VEHICLE_LINE', 'visitor', 'pages'),
  ('LEGAL_NAME', 'visitor', 'legal'),
  ('LEGAL_COMPANY_NUMBER', 'visitor', 'legal'),
  ('LEGAL_REGISTERED_IN', 'visitor', 'legal'),
  ('LEGAL_REGISTERED_OFFICE', 'visitor', 'legal'),
  ('LEGAL_VAT_NUMBER', 'visitor', 'legal'),
  ('LEGAL_FCA_STATUS', 'visitor', 'legal'),
  ('LEGAL_FCA_NUMBER', 'visitor', 'legal'),
  ('LEGAL_FCA_PRINCIPAL', 'visitor', 'legal'),
  ('LEGAL_ICO_NUMBER', 'visitor', 'legal'),
  ('LEGAL_PROCESSORS', 'visitor', 'legal'),
  ('BRAND_ACCENT', 'visitor', 'brand'),
  ('BRAND_INSTAGRAM', 'visitor', 'brand'),
  ('BRAND_FACEBOOK', 'visitor', 'brand'),
  ('BRAND_YOUTUBE', 'visitor', 'brand'),
  ('BRAND_X', 'visitor', 'brand'),
  ('BRAND_TIKTOK', 'visitor', 'brand'),
  ('BRAND_LINKEDIN', 'visitor', 'brand'),
  ('BRAND_LOGO', 'visitor', 'brand'),
  ('BRAND_LOGO_DARK', 'visitor', 'brand'),
  ('BRAND_EMBLEM', 'visitor', 'brand'),
  ('BRAND_SHARE_PICTURE', 'visitor', 'brand'),
  ('BRAND_HERO_OVERLINE', 'visitor', 'brand'),
  ('BRAND_HERO', 'visitor', 'brand'),
  ('PAGES_WHATSAPP', 'visitor', 'pages'),
  ('NOTIFY_ENQUIRY', 'admin', null),
  ('NOTIFY_TEST_DRIVE', 'admin', null),
  ('NOTIFY_CONTACT', 'admin', null),
  ('NOTIFY_REGISTRATION', 'admin', null),
  ('NOTIFY_ALSO', 'admin', null),
  ('MAIL_REPLY_TO', 'admin', null),
  ('MAIL_CLOSING_LINE', 'admin', null);

insert into public.config (key, value) values
  ('COMPANY_NAME', 'Halden & Rowe Motor Cars'),
  ('COMPANY_EMAIL', 'sales@haldenrowe.example'),
  ('COMPANY_EMAIL_2', 'admin@haldenrowe.example'),
  ('COMPANY_PHONE', ''),
  ('COMPANY_PHONE_2', ''),
  ('COMPANY_ADDRESS', '14 Lincoln Road, Peterborough, PE1 5BA'),
  ('COMPANY_OPENING_HOURS', 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm'),
  ('RECAPTCHA_SITE_KEY', ''),
  ('ADMIN_EMAIL', ''),
  ('EnableAutoTrader', 'false'),
  ('AdminsNeedTwoSteps', 'false'),
  ('PAGES_FOOTER_LINE', 'A trusted dealership providing quality vehicles since 2024.'),
  ('PAGES_FAQ', '[{"question":"What types of vehicles do you sell?","answer":"Used cars that we would be glad to own: executive saloons, coupés and convertibles, estates, SUVs and a growing number of electric cars, most of them under ten years old with a full service history. Every one is inspected, prepared and photographed by us, and the listing says what we found."},{"question":"Do you offer financing?","answer":"Yes. Hire purchase and personal contract purchase are available, subject to status. We show you the deposit, the monthly payment, the total amount payable and the APR in writing before you decide anything, and an early quotation does not affect your credit score."},{"question":"How do I book a test drive?","answer":"Open the car you like and choose Test Drive, then a day and an hour. We confirm by e-mail and have the car ready. Please bring your full driving licence; insurance during the drive is on us."},{"question":"Do you accept trade-ins?","answer":"Part exchange is welcome. Send us the registration, mileage and a few honest pictures with your enquiry and we will value your car, settle any finance that is left on it, and take the rest off the price. We also buy cars outright, whether or not you buy one from us."},{"question":"What warranty do your vehicles come with?","answer":"Every car comes with a free 6 month warranty covering mechanical and electrical faults, and you can extend it. The warranty is in addition to your rights under the Consumer Rights Act 2015 and never instead of them."},{"question":"Can I reserve a vehicle?","answer":"Yes. A deposit takes a car off sale and holds it for you while you arrange a visit, finance or delivery. If you have not yet seen the car and change your mind, you get the deposit back. Send us an enquiry and we will reply with the details."},{"question":"What are your opening hours?","answer":"We are open {hours}, at {address}. Outside those hours write to us and we will reply when we are back, or visit by appointment."}]'),
  ('PAGES_FOUNDED', '2024'),
  ('PAGES_BANNER_TEXT', ''),
  ('PAGES_BANNER_UNTIL', ''),
  ('PAGES_BANNER_LINK', ''),
  ('PAGES_HOME_DESCRIPTION', 'A small family dealership in {town}: hand-picked used and luxury cars with a free 6 month warranty, part exchange, plain pricing and UK mainland delivery.'),
  ('PAGES_STRENGTHS_HEADING', 'A dealer you can hold to their word'),
  ('PAGES_STRENGTHS', '[{"icon":"gem","title":"Curated Selection","text":"We choose each car for its history and condition, and turn away more than we keep. Selling yours? We value and buy customers’ cars, too."},{"icon":"shield","title":"Premium Guarantee","text":"Every car leaves us with a free 6 month warranty. If something is not right, you call the people you bought it from."},{"icon":"receipt","title":"Transparent Process","text":"Straightforward pricing, no concealed fees: the price you see is the price you pay. Part exchange is welcome, at a figure we explain."},{"icon":"truck","title":"Bespoke Service","text":"Viewings at a time that suits you, and delivery across the UK mainland. One person looks after you from first call to handover."}]'),
  ('PAGES_ABOUT_HEADING', 'A family business that sells cars it would keep'),
  ('PAGES_ABOUT_INTRO', 'We are a small family dealership in {town}, founded in {founded} by people who had already spent most of their working lives around good cars.'),
  ('PAGES_ABOUT_STORY_HEADING', 'Few cars, well chosen'),
  ('PAGES_ABOUT_STORY', '{name} keeps a short list on purpose. We drive every car before we buy it, read its history line by line, and turn down more than we take. What is left is prepared in our own workshop and described as it is, stone chips included.

There is no commission desk and no pressure to sign today. You will deal with one person from the first question to the handover, and the price on the screen is the price you pay: no concealed fees.'),
  ('PAGES_FIGURES', '[{"value":"20+","label":"Years in the trade"},{"value":"5000+","label":"Vehicles sold"},{"value":"4500+","label":"Happy customers"},{"value":"100%","label":"Quality guarantee"}]'),
  ('PAGES_PROMISES', '[{"icon":"shield","title":"6 month warranty","text":"Every car leaves with six months of cover at no extra cost, on top of your rights in law."},{"icon":"wallet","title":"Financing","text":"Hire purchase and personal contract purchase with the full cost in writing before you decide."},{"icon":"handshake","title":"Part exchange","text":"We value your car fairly, settle what is owed on it, and buy it even if you buy nothing from us."},{"icon":"badge","title":"After-sales support","text":"The person who sold you the car answers when you call about it. That does not end at the gate."}]'),
  ('PAGES_VEHICLE_LINE', 'Free 6 month warranty. Part exchange welcome. Delivery across the UK mainland.'),
  ('LEGAL_NAME', ''),
  ('LEGAL_COMPANY_NUMBER', ''),
  ('LEGAL_REGISTERED_IN', ''),
  ('LEGAL_REGISTERED_OFFICE', ''),
  ('LEGAL_VAT_NUMBER', ''),
  ('LEGAL_FCA_STATUS', ''),
  ('LEGAL_FCA_NUMBER', ''),
  ('LEGAL_FCA_PRINCIPAL', ''),
  ('LEGAL_ICO_NUMBER', ''),
  ('LEGAL_PROCESSORS', '[]'),
  ('BRAND_ACCENT', '#946c33'),
  ('BRAND_INSTAGRAM', ''),
  ('BRAND_FACEBOOK', ''),
  ('BRAND_YOUTUBE', ''),
  ('BRAND_X', ''),
  ('BRAND_TIKTOK', ''),
  ('BRAND_LINKEDIN', ''),
  ('BRAND_LOGO', ''),
  ('BRAND_LOGO_DARK', ''),
  ('BRAND_EMBLEM', ''),
  ('BRAND_SHARE_PICTURE', ''),
  ('BRAND_HERO_OVERLINE', 'Used and luxury cars in {town}'),
  ('BRAND_HERO', '[{"heading":"Fine cars, honestly presented","text":"A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.","picture":""},{"heading":"Fine cars, honestly presented","text":"A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.","picture":""},{"heading":"Fine cars, honestly presented","text":"A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.","picture":""}]'),
  ('PAGES_WHATSAPP', ''),
  ('NOTIFY_ENQUIRY', 'true'),
  ('NOTIFY_TEST_DRIVE', 'true'),
  ('NOTIFY_CONTACT', 'true'),
  ('NOTIFY_REGISTRATION', 'true'),
  ('NOTIFY_ALSO', '[]'),
  ('MAIL_REPLY_TO', ''),
  ('MAIL_CLOSING_LINE', '');

insert into forecourt.network_secret default values;

-- Browsers do not show TIFF, and the storage service takes only what they show.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('vehicle-images', 'vehicle-images', true, 5 * 1024 * 1024,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do nothing;

-- Logo, emblem, hero and share picture: everyone sees them, admins write them. Our own storage service, which has a trash, writes
-- drawings anew before it keeps them; a hosted project would keep them as they are, and takes none.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('brand', 'brand', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']
  || case when to_regclass('storage.removed_objects') is null then '{}' else array['image/svg+xml'] end)
on conflict (id) do nothing;

reset check_function_bodies;
