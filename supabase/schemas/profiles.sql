-- Accounts' profiles and roles.

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

-- Also applies to a disabled customer, because the site reads `disabled` to explain why it signs them out.
create policy "users read their own profile" on public.profiles
  for select to authenticated using (id = (select forecourt.session_user_id()));
create policy "admins read every profile" on public.profiles
  for select to authenticated using ((select public.is_admin()));
create policy "staff read their colleagues' profiles" on public.profiles
  for select to authenticated using ((select public.is_staff()) and id in (select forecourt.colleagues()));
create policy "admins change profiles" on public.profiles
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
-- Customers can change their own name and phone number; triggers prevent them from changing anything else.
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

-- At most one row per user. No row means the user role.
create table public.user_roles (
  user_id uuid primary key references public.profiles on delete cascade,
  role text not null default 'user' check (role in ('user', 'sales', 'admin'))
);
alter table public.user_roles enable row level security;
create index user_roles_admins_idx on public.user_roles (user_id) where role = 'admin';

revoke all on public.user_roles from anon, authenticated;
grant select, insert, update, delete on public.user_roles to authenticated;
grant all on public.user_roles to service_role;

create policy "users read their own role" on public.user_roles
  for select to authenticated using (user_id = (select forecourt.session_user_id()));
create policy "staff read their colleagues' roles" on public.user_roles
  for select to authenticated using ((select public.is_staff()) and role <> 'user');
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

-- The last active admin cannot be demoted, disabled or deleted. If two admins do this to each other at the same time,
-- the lock makes them take turns, so that the second is refused.
create function forecourt.keep_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _user_id uuid := (to_jsonb(old) ->> tg_argv[0])::uuid;
begin
  perform pg_catalog.pg_advisory_xact_lock(7022027);
  if exists (select from public.user_roles where user_id = _user_id and role = 'admin')
    and exists (select from public.profiles where id = _user_id and not disabled)
    -- An account that is being deleted no longer has a row here.
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

-- Accounts whose email address counts as confirmed, through autoconfirm or a provider that does not control the
-- address, although its owner has not opened one of our emails. They can sign in, but cannot see earlier leads with
-- that address.
create table forecourt.unproved_emails (
  user_id uuid primary key references auth.users on delete cascade,
  -- An account can become unproved when its email address changes. Leads that it sent before then still belong to it.
  since timestamptz not null default now()
);
alter table forecourt.unproved_emails enable row level security;

revoke all on forecourt.unproved_emails from public, anon, authenticated;

-- Accounts whose phone number counts as confirmed although no code was sent to it (GOTRUE_SMS_AUTOCONFIRM).
create table forecourt.unproved_phones (
  user_id uuid primary key references auth.users on delete cascade
);
alter table forecourt.unproved_phones enable row level security;

revoke all on forecourt.unproved_phones from public, anon, authenticated;

-- Without proof, someone who registered with a colleague's address would get the colleague's rights.
create function forecourt.require_proof_of_staff() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.users where id = new.user_id and confirmed_at is not null) then
    raise exception 'This account has not been confirmed yet. Please invite your colleague instead.' using errcode = 'P0001';
  end if;
  if not forecourt.is_proved(new.user_id) then
    raise exception
      'This account’s email address has not been verified. Your colleague can verify it with “Forgot password” and the link we email.'
      using errcode = 'P0001';
  end if;
  return new;
end
$$;
revoke all on function forecourt.require_proof_of_staff() from public;

-- Named so that it runs after user_roles_guard, because customers must not learn whose address is verified.
create trigger user_roles_proof_added before insert on public.user_roles
  for each row when (new.role <> 'user') execute function forecourt.require_proof_of_staff();
create trigger user_roles_proof_changed before update on public.user_roles
  for each row when (new.role <> 'user' and (old.role = 'user' or new.user_id <> old.user_id))
  execute function forecourt.require_proof_of_staff();

-- Creates a profile for every account. The metadata comes from the client, so it is cut to length and must never make
-- sign-up fail.
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

  -- An invited colleague is not a new customer.
  if new.email is not null and new.email_confirmed_at is null and new.invited_at is null and not new.is_anonymous then
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

-- Copies the account's email address to the profile, for display. Access depends on auth.users only.
create function forecourt.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = lower(coalesce(new.email, '')) where id = new.id;
  return null;
end
$$;
create trigger on_auth_user_email_changed after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function forecourt.follow_email();
