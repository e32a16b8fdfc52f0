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
