set check_function_bodies = off;

drop policy "admins add makes" on public.car_makes;
drop policy "admins add vehicle features" on public.vehicle_features;
drop policy "admins add vehicle images" on public.vehicle_images;
drop policy "admins add vehicle pictures" on storage.objects;
drop policy "admins add vehicle specifications" on public.vehicle_specifications;
drop policy "admins add vehicles" on public.vehicles;
drop policy "admins change contact messages" on public.contact_messages;
drop policy "admins change enquiries" on public.enquiries;
drop policy "admins change test drives" on public.test_drives;
drop policy "admins change vehicle features" on public.vehicle_features;
drop policy "admins change vehicle images" on public.vehicle_images;
drop policy "admins change vehicle specifications" on public.vehicle_specifications;
drop policy "admins change vehicles" on public.vehicles;
drop policy "admins delete vehicle features" on public.vehicle_features;
drop policy "admins delete vehicle images" on public.vehicle_images;
drop policy "admins delete vehicle specifications" on public.vehicle_specifications;
drop policy "admins read contact messages" on public.contact_messages;
drop policy "admins read every enquiry, customers their own" on public.enquiries;
drop policy "admins read every test drive, customers their own" on public.test_drives;
drop policy "admins read the activity" on public.activity;
drop policy "admins see how the listings stand" on public.autotrader_syncs;
drop policy "admins see vehicles without a picture" on public.vehicles_without_picture;
drop policy "customers book under their own address" on public.test_drives;
drop policy "customers enquire under their own address" on public.enquiries;
drop trigger user_roles_proof_added on public.user_roles;
drop trigger user_roles_proof_changed on public.user_roles;
drop function forecourt.require_proof_of_admin();
drop function public.admin_access();
drop function public.welcome_colleague(uuid);

alter table public.user_roles drop constraint user_roles_role_check;
alter table public.user_roles add constraint user_roles_role_check CHECK ((role = ANY (ARRAY['user'::text, 'sales'::text, 'admin'::text])));

alter table forecourt.invitations add column role text not null default 'admin' check (role in ('sales', 'admin'));

-- Following the link in any email to the invited address, such as a password reset, counts as accepting. Changing the
-- address or disabling the account cancels the invitation.
create or replace function forecourt.accept_invitation() returns trigger
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

create or replace function forecourt.cap_leads() returns trigger
language plpgsql set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _sent record;
begin
  if forecourt.is_trusted_staff() then
    return new;
  end if;
  select * into _sent from forecourt.count_leads(tg_table_name, lower(trim(new.email)), forecourt.caller_network());
  if _sent.today >= _kind.most_a_day or _sent.open >= _kind.most_open then
    raise exception '%', _kind.refusal using errcode = 'P0001';
  end if;
  return new;
end
$$;

create or replace function forecourt.forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email is not null then
    perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  end if;
  perform forecourt.blank_leads(old.id);
  delete from public.email_outbox where user_id = old.id;
  -- The email to a new address that has not been confirmed yet.
  delete from public.email_outbox where recipient = nullif(old.email_change, '') and template = 'email-change';
  delete from public.email_outbox where recipient = '+' || old.phone and template = 'text-message';
  delete from public.email_outbox
  where dedupe_key = any (forecourt.notification_keys(format('registration:%s:admin', old.id)));
  update public.activity set subject_id = null, summary = case kind
    when 'second_steps_reset' then 'A deleted account: two-step verification reset'
    when 'admin_invited' then 'A deleted account: invited as an admin' -- from before there were sales staff
    when 'colleague_invited' then 'A deleted account: invited as staff'
    when 'role_changed' then 'A deleted account: role changed'
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

-- On our own server, the captcha and the limit per network are checked before the insert reaches the database. On a
-- hosted project the insert comes straight from the browser, so this trigger checks them. A hosted project is
-- recognised by the request headers, which its API sets, and by the absence of the claim that our own server sets.
--
-- For the captcha, the human-check function verifies the token with Google and creates a pass, which the insert uses.
-- A pass is required only if the dealer has set a site key.
create or replace function forecourt.guard_hosted_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _leads_an_hour constant integer := 60;
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  _token text := coalesce(_headers ->> 'x-captcha-token', '');
begin
  if _headers is null or _claims ? 'forecourt_network' or _claims ->> 'role' = 'service_role' or public.is_staff() then
    return new;
  end if;
  if not public.take_limit('lead:' || forecourt.caller_network(), _leads_an_hour, 3600) then
    raise exception 'Too many requests. Please try again later or contact us directly.' using errcode = 'P0001';
  end if;
  if exists (select from public.config where key = 'RECAPTCHA_SITE_KEY' and trim(value) <> '')
    and public.take_captcha_pass(
      encode(sha256(convert_to('recaptcha:' || _token, 'UTF8')), 'hex'), (forecourt.lead_kind(tg_table_name)).kind, 'insert'
    ) <> 'used'
  then
    raise exception 'captcha_failed: the human verification was not passed' using errcode = '42501';
  end if;
  return new;
end
$$;

-- Runs before every insert and sets the columns that visitors and customers may not set themselves.
create or replace function forecourt.prepare_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  _vehicle record;
  _has_vehicle constant boolean := to_jsonb(new) ? 'vehicle_id';
begin
  new.email := lower(trim(new.email));
  new.name := trim(new.name);
  new.phone := trim(new.phone);
  if _has_vehicle then
    select title, sold into _vehicle from public.vehicles where id = new.vehicle_id;
    -- Copied, because the vehicle may be deleted later. The foreign key rejects an unknown vehicle.
    new.vehicle_title := coalesce(_vehicle.title, '');
  end if;

  if not forecourt.is_trusted_staff() then
    if _has_vehicle then
      if new.vehicle_id is null then
        raise exception 'Please choose a vehicle.' using errcode = '23502';
      end if;
      if _vehicle.sold then
        raise exception 'This vehicle has been sold and is no longer available for purchase or test drives.'
          using errcode = 'P0001';
      end if;
    end if;
    if new.status is distinct from (forecourt.lead_kind(tg_table_name)).new_status then
      raise exception 'Only staff may set the status.' using errcode = '42501';
    end if;
    new.created_at := now();
    new.updated_at := now();
    new.answered_at := null;
    -- Never from the request. Null for a guest.
    new.user_id := forecourt.session_user_id();
  elsif new.email = forecourt.own_email() then
    -- Staff can enter leads for customers; only those with their own address belong to them.
    new.user_id := coalesce(new.user_id, forecourt.session_user_id());
  end if;
  return new;
end
$$;

create or replace function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select forecourt.works_as(array['admin'])
$$;

-- For a member of staff who continues with a draft whose pictures no vehicle uses yet. Restores the pictures from the trash, or
-- keeps them for another day. A hosted project doesn't remove pictures.
create or replace function public.keep_pictures(_urls text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _names text[];
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
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

-- Saves a vehicle with its pictures, features and specifications in one transaction. Lists passed as null are left
-- unchanged. For a new vehicle, missing columns get their defaults. Runs with the caller's rights, so the policies on
-- the four tables apply.
create or replace function public.save_vehicle(
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
  -- Always set, because of the rules below.
  _ruled constant text[] := array['description', 'featured', 'sold', 'sold_expiry_date'];
  _row public.vehicles;
begin
  if not forecourt.is_trusted_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
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

  -- Column names come from the catalogue and are quoted; values are passed as a parameter.
  if _id is null then
    execute (
      select format(
        'insert into public.vehicles (%s) values (%s) returning id',
        string_agg(quote_ident(name), ', '), string_agg('($1).' || quote_ident(name), ', '))
      from unnest(forecourt.entered_vehicle_columns()) as entered (name)
      where _given ? name or name = any (_ruled)
    ) into _row.id using _row;
  else
    -- Changes `updated_at` even if only pictures, features or specifications differ; the trigger sets the value.
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

-- Finds leads by their words, or by a part of their telephone number (digits as in forecourt.phone_digits). Matches
-- anywhere in a word. A search for a term of one or two letters cannot use the trigram index and scans all leads, which
-- takes about 0.1 seconds for 100,000 leads.
create or replace function public.search_inbox(_words text[], _phone text default null) returns setof public.inbox
language plpgsql stable security definer set search_path = '' as $$
declare
  _conditions text;
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  -- One condition per word, because a list of patterns would not use the index.
  select string_agg(format('words like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
  into _conditions
  from (select distinct word from unnest(_words) as given (word) where word <> '' limit 8) as given;
  return query execute
    'select i.* from public.inbox i where i.id in (select id from forecourt.lead_words where '
    || coalesce(_conditions, 'true')
    || coalesce(format(' or phone like %L', '%' || regexp_replace(_phone, '[^0-9]', '', 'g') || '%'), '') || ')';
end
$$;

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

-- Everyone who works in the back office, for the policy on their profiles.
create function forecourt.colleagues() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select user_id from public.user_roles where role <> 'user'
$$;

revoke all on function forecourt.colleagues() from public;

grant execute on function forecourt.colleagues() to authenticated, service_role;

-- The kinds of activity that sales staff work with: leads and vehicles. Only admins read about accounts and settings.
create function forecourt.desk_activity_kinds() returns setof text
language sql stable security definer set search_path = '' as $$
  select kind from forecourt.lead_kinds
  union all
  select unnest(array['vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_deleted'])
$$;

revoke all on function forecourt.desk_activity_kinds() from public;

grant execute on function forecourt.desk_activity_kinds() to authenticated, service_role;

-- As is_trusted(), for what sales staff may do as well.
create function forecourt.is_trusted_staff() returns boolean
language sql stable set search_path = '' as $$
  select current_user not in ('anon', 'authenticated') or public.is_staff()
$$;

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

create function forecourt.role_in_words(_role text) returns text
language sql immutable set search_path = '' as $$
  select case _role when 'admin' then 'an admin' when 'sales' then 'sales staff' else 'a customer' end
$$;

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

-- Whether the caller works with leads and vehicles: sales staff and admins.
create function public.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select forecourt.works_as(array['admin', 'sales'])
$$;

revoke all on function public.is_staff() from public, anon;

grant execute on function public.is_staff() to anon, authenticated, service_role;

-- Whether a member of staff may work in the back office, and if not, why, as in access_as. Screens call this function;
-- policies call is_staff() and is_admin().
create function public.staff_access() returns text
language sql stable security definer set search_path = '' as $$
  select forecourt.access_as(array['admin', 'sales'])
$$;

revoke all on function public.staff_access() from public, anon;

grant execute on function public.staff_access() to authenticated, service_role;

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

-- Named so that it runs after user_roles_guard, because customers must not learn whose address is verified.
create trigger user_roles_proof_added before insert on public.user_roles
  for each row when (new.role <> 'user') execute function forecourt.require_proof_of_staff();

create trigger user_roles_proof_changed before update on public.user_roles
  for each row when (new.role <> 'user' and (old.role = 'user' or new.user_id <> old.user_id))
  execute function forecourt.require_proof_of_staff();

create policy "customers book under their own address" on public.test_drives
  for insert to authenticated with check (email = (select forecourt.own_email()) or (select public.is_staff()));

create policy "customers enquire under their own address" on public.enquiries
  for insert to authenticated with check (email = (select forecourt.own_email()) or (select public.is_staff()));

create trigger user_roles_record_added after insert on public.user_roles
  for each row when (new.role <> 'user') execute function forecourt.record_role_activity();

create trigger user_roles_record_changed after update of role on public.user_roles
  for each row when (new.role <> old.role) execute function forecourt.record_role_activity();

create policy "admins read all activity, sales staff what they work with" on public.activity
  for select to authenticated using (
    (select public.is_admin()) or ((select public.is_staff()) and kind in (select forecourt.desk_activity_kinds()))
  );

create policy "staff add makes" on public.car_makes
  for insert to authenticated with check ((select public.is_staff()));

create policy "staff add vehicle features" on public.vehicle_features
  for insert to authenticated with check ((select public.is_staff()));

create policy "staff add vehicle images" on public.vehicle_images
  for insert to authenticated with check ((select public.is_staff()));

create policy "staff add vehicle pictures" on storage.objects
  for insert to authenticated with check (bucket_id = 'vehicle-images' and (select public.is_staff()));

create policy "staff add vehicle specifications" on public.vehicle_specifications
  for insert to authenticated with check ((select public.is_staff()));

create policy "staff add vehicles" on public.vehicles
  for insert to authenticated with check ((select public.is_staff()));

create policy "staff change contact messages" on public.contact_messages
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff change enquiries" on public.enquiries
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff change test drives" on public.test_drives
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff change vehicle features" on public.vehicle_features
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff change vehicle images" on public.vehicle_images
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff change vehicle specifications" on public.vehicle_specifications
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff change vehicles" on public.vehicles
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff delete vehicle features" on public.vehicle_features
  for delete to authenticated using ((select public.is_staff()));

create policy "staff delete vehicle images" on public.vehicle_images
  for delete to authenticated using ((select public.is_staff()));

create policy "staff delete vehicle specifications" on public.vehicle_specifications
  for delete to authenticated using ((select public.is_staff()));

-- There is no policy for insert, because only the service adds messages, after checking the captcha and the limits.
create policy "staff read contact messages" on public.contact_messages
  for select to authenticated using ((select public.is_staff()));

-- One policy, which tests for staff first: the rest is then not evaluated for every row that a member of staff counts.
create policy "staff read every enquiry, customers their own" on public.enquiries
  for select to authenticated using (
    (select public.is_staff()) or (
      (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
      and (select forecourt.second_step_done())
    )
  );

create policy "staff read every test drive, customers their own" on public.test_drives
  for select to authenticated using (
    (select public.is_staff()) or (
      (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
      and (select forecourt.second_step_done())
    )
  );

create policy "staff read their colleagues' profiles" on public.profiles
  for select to authenticated using ((select public.is_staff()) and id in (select forecourt.colleagues()));

create policy "staff read their colleagues' roles" on public.user_roles
  for select to authenticated using ((select public.is_staff()) and role <> 'user');

create policy "staff see the state of the listings" on public.autotrader_syncs
  for select to authenticated using ((select public.is_staff()));

create policy "staff see vehicles without a picture" on public.vehicles_without_picture
  for select to authenticated using ((select public.is_staff()));

reset check_function_bodies;
