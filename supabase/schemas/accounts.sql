-- Functions for admins to manage accounts, and for users to manage their own.

-- Pending invitations. The role is not granted when an invitation is sent, but only once it has been accepted in time;
-- otherwise a later owner of the mailbox could become an admin.
create table forecourt.invitations (
  user_id uuid primary key references auth.users on delete cascade,
  sent_at timestamptz not null default now(),
  role text not null default 'admin' check (role in ('sales', 'admin'))
);
alter table forecourt.invitations enable row level security;

revoke all on forecourt.invitations from public, anon, authenticated;

-- The same lifetime as the link in the invitation email.
create function forecourt.invitation_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '24 hours' $$;
revoke all on function forecourt.invitation_lifetime() from public;

create function forecourt.role_in_words(_role text) returns text
language sql immutable set search_path = '' as $$
  select case _role when 'admin' then 'an admin' when 'sales' then 'sales staff' else 'a customer' end
$$;

-- Following the link in any email to the invited address, such as a password reset, counts as accepting. Changing the
-- address or disabling the account cancels the invitation.
create function forecourt.accept_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _invitation forecourt.invitations;
begin
  delete from forecourt.invitations where user_id = new.id returning * into _invitation;
  if new.email is not distinct from old.email and _invitation.sent_at > now() - forecourt.invitation_lifetime()
    and forecourt.is_proved(new.id) and exists (select from public.profiles where id = new.id and not disabled)
  then
    insert into public.user_roles (user_id, role) values (new.id, _invitation.role)
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

-- For the customer list, which shows pending invitations. The table itself cannot be read.
create function forecourt.invited_until(_user_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select sent_at + forecourt.invitation_lifetime() from forecourt.invitations where user_id = _user_id
$$;
revoke all on function forecourt.invited_until(uuid) from public;
grant execute on function forecourt.invited_until(uuid) to authenticated, service_role;

-- Only for an account without a password. If an attacker had registered the address with their own password, the
-- colleague's acceptance would give the attacker access to the back office.
create function public.welcome_colleague(_user_id uuid, _role text default 'admin') returns void
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
  -- A hosted project records the invitation only after it has created the account, which looks like a registration.
  delete from public.email_outbox
  where status <> 'sent' and dedupe_key = any (forecourt.notification_keys(format('registration:%s:admin', _user_id)));
  delete from public.activity where kind = 'customer_registered' and subject_id = _user_id;
  insert into forecourt.invitations (user_id, role) values (_user_id, _role)
    on conflict (user_id) do update set sent_at = now(), role = excluded.role;
  perform forecourt.record_activity('colleague_invited', format('%s invited as %s', email, forecourt.role_in_words(_role)), null, id)
  from public.profiles where id = _user_id;
end
$$;
revoke all on function public.welcome_colleague(uuid, text) from public, anon;
grant execute on function public.welcome_colleague(uuid, text) to authenticated, service_role;

-- Everyone who works in the back office or is invited to, for the Staff screen. Invitations that have expired stay on the
-- list, so that they can be sent again.
create function public.staff_members() returns table (
  id uuid, name text, email text, role text, disabled boolean, invited_until timestamptz, has_second_step boolean,
  last_sign_in_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  return query
    select profiles.id, trim(profiles.first_name || ' ' || profiles.last_name), profiles.email,
      coalesce(user_roles.role, invitations.role), profiles.disabled, forecourt.invited_until(profiles.id),
      exists (select from auth.mfa_factors where mfa_factors.user_id = profiles.id and status = 'verified'),
      users.last_sign_in_at
    from public.profiles
    join auth.users on users.id = profiles.id
    left join public.user_roles on user_roles.user_id = profiles.id and user_roles.role <> 'user'
    left join forecourt.invitations on invitations.user_id = profiles.id
    where profiles.id in (
      select user_roles.user_id from public.user_roles where user_roles.role <> 'user'
      union select invitations.user_id from forecourt.invitations)
    order by profiles.disabled, 4, lower(trim(profiles.first_name || ' ' || profiles.last_name)), profiles.email;
end
$$;
revoke all on function public.staff_members() from public, anon;
grant execute on function public.staff_members() to authenticated, service_role;

-- Records who changed whose role.
create function forecourt.record_role_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.record_activity('role_changed',
    format('%s is now %s', forecourt.name_of(profiles), forecourt.role_in_words(new.role)), null, profiles.id)
  from public.profiles where id = new.user_id;
  return null;
end
$$;
revoke all on function forecourt.record_role_activity() from public;
create trigger user_roles_record_added after insert on public.user_roles
  for each row when (new.role <> 'user') execute function forecourt.record_role_activity();
create trigger user_roles_record_changed after update of role on public.user_roles
  for each row when (new.role <> old.role) execute function forecourt.record_role_activity();

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
-- There is no policy for update or delete, because a history that can be changed is worthless as evidence.
create policy "admins add to the history under their own name" on public.customer_disable_history
  for insert to authenticated with check ((select public.is_admin()) and admin_id = (select forecourt.session_user_id()));

create trigger customer_disable_history_changed after insert or update or delete on public.customer_disable_history
  for each statement execute function forecourt.notify_change();

-- Profiles with their role and full name, so that the back office can search, sort and page on the server. Runs with
-- the caller's rights, so customers see only their own row.
create view public.customers with (security_invoker = true) as
  select profiles.id, trim(profiles.first_name || ' ' || profiles.last_name) as name, profiles.first_name,
    profiles.last_name, profiles.email, profiles.phone, profiles.disabled, coalesce(user_roles.role, 'user') as role,
    profiles.created_at, forecourt.invited_until(profiles.id) as invited_until,
    forecourt.phone_digits(profiles.phone) as phone_digits
  from public.profiles
  left join public.user_roles on user_roles.user_id = profiles.id;
revoke all on public.customers from anon, authenticated;
grant select on public.customers to authenticated;
grant select on public.customers to service_role;

-- Updates the account and its history in one transaction, so that the history always shows who disabled an account.
-- Runs with the caller's rights, so the policies on both tables apply.
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
    return; -- another admin has already done it
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

-- The email address that an account signs in with, for a password reset by an admin. The profile's address may differ.
create function public.find_account_email(_user_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'Only an administrator may do this.';
  end if;
  return (select email from auth.users where id = _user_id);
end
$$;
revoke execute on function public.find_account_email(uuid) from public, anon;
grant execute on function public.find_account_email(uuid) to authenticated, service_role;

-- Stores the account's id with the entry, so that the name can be removed when the account is deleted.
create function forecourt.record_second_steps_reset(_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select forecourt.record_activity(
    'second_steps_reset', forecourt.name_of(profiles) || ': two-step verification reset', null, profiles.id)
  from public.profiles where id = _user_id
$$;

-- Emails the account's owner, because someone else is removing their two-step verification.
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
      jsonb_build_object('name', trim(concat_ws(' ', users.raw_user_meta_data ->> 'first_name',
        users.raw_user_meta_data ->> 'last_name')), 'change', 'reset', 'at', now())
    from auth.users where id = _user_id and coalesce(email, '') <> '';
  end if;
end
$$;
revoke all on function forecourt.record_second_steps_reset(uuid), forecourt.drop_second_steps(uuid) from public;

-- For users who have lost their phone. Only an admin who has signed in with two-step verification can remove it for
-- another user.
create function public.reset_second_steps(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(auth.role(), '') <> 'service_role' then
    if not (public.is_admin() and forecourt.used_second_step()) then
      raise exception 'Only an administrator who has signed in with two-step verification may do this.' using errcode = '42501';
    end if;
    if _user_id = auth.uid() then
      raise exception 'You can switch off your own two-step verification in My account.' using errcode = 'P0001';
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

-- Signs out one of the caller's devices. Returns false if it was already signed out.
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

-- Updates a customer's details and role in one transaction, so that an error in one does not leave the other changed.
-- Runs with the caller's rights, so the policies on both tables apply.
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
