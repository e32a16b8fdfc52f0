-- An invited colleague is not announced as a new customer.

set check_function_bodies = off;

-- Creates a profile for every account. The metadata comes from the client, so it is cut to length and must never make
-- sign-up fail.
create or replace function forecourt.create_profile() returns trigger
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

-- Anonymous users and invited colleagues are not recorded, because they are not registered customers.
create or replace function forecourt.record_profile_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _done text := case when tg_op = 'INSERT' then 'registered' when new.disabled then 'disabled' else 'enabled' end;
begin
  if tg_op = 'INSERT' and exists (
    select from auth.users where id = new.id and (is_anonymous or invited_at is not null)
  ) then
    return null;
  end if;
  perform forecourt.record_activity(
    'customer_' || _done, forecourt.name_of(new) || ' ' || _done, null, new.id);
  return null;
end
$$;

-- Only for an account without a password. If an attacker had registered the address with their own password, the
-- colleague's acceptance would give the attacker access to the back office.
create or replace function public.welcome_colleague(_user_id uuid) returns void
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
  insert into forecourt.invitations (user_id) values (_user_id) on conflict (user_id) do update set sent_at = now();
  perform forecourt.record_activity('admin_invited', format('%s invited as an admin', email), null, id)
  from public.profiles where id = _user_id;
end
$$;

reset check_function_bodies;
