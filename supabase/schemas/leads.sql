-- Leads: enquiries, test drives, contact messages, and the calls and visits that staff enter.

-- `user_id`: a lead sent by a signed-in customer belongs to their account permanently, even if the account's email
-- address changes. It is null for a guest's lead, which belongs to the account that has proved the email address; see
-- claim_email.
--
-- `answered_at`: when the dealer first answered, by email or telephone. It is separate from the status, which becomes
-- Responded as soon as a member of staff opens the lead, and it is what the customer is told.
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
  user_id uuid references auth.users on delete set null,
  answered_at timestamptz
);
alter table public.enquiries enable row level security;
-- The policy filters on it. It includes the other columns that the back office counts by, so that the table itself is not
-- read.
create index enquiries_email_idx on public.enquiries (email, created_at desc) include (user_id, status);
create index enquiries_vehicle_id_idx on public.enquiries (vehicle_id);
create index enquiries_created_at_idx on public.enquiries (created_at desc);
-- For retention.
create index enquiries_quiet_idx on public.enquiries (updated_at) where email <> 'deleted@account.invalid';
create index enquiries_user_id_idx on public.enquiries (user_id, created_at desc) where user_id is not null;

revoke all on public.enquiries from anon, authenticated;
grant insert on public.enquiries to anon;
grant select, insert, update, delete on public.enquiries to authenticated;
grant all on public.enquiries to service_role;

create policy "visitors enquire" on public.enquiries
  for insert to anon with check (true);
create policy "customers enquire under their own address" on public.enquiries
  for insert to authenticated with check (email = (select forecourt.own_email()) or (select public.is_staff()));
-- One policy, which tests for staff first: the rest is then not evaluated for every row that a member of staff counts.
create policy "staff read every enquiry, customers their own" on public.enquiries
  for select to authenticated using (
    (select public.is_staff()) or (
      (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
      and (select forecourt.second_step_done())
    )
  );
create policy "staff change enquiries" on public.enquiries
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "admins delete enquiries" on public.enquiries
  for delete to authenticated using ((select public.is_admin()));

create trigger enquiries_prepare before insert on public.enquiries
  for each row execute function forecourt.prepare_lead();
create trigger enquiries_cap before insert on public.enquiries
  for each row execute function forecourt.cap_leads();
create trigger enquiries_guard_hosted before insert on public.enquiries
  for each row execute function forecourt.guard_hosted_lead();
create trigger enquiries_keep_origin after insert on public.enquiries
  for each row execute function forecourt.keep_lead_origin();
create trigger enquiries_keep_words after insert or delete or update of name, email, phone, vehicle_title, message
  on public.enquiries for each row execute function forecourt.keep_lead_words();
create trigger enquiries_queue_mails after insert on public.enquiries
  for each row execute function forecourt.queue_lead_mails();
create trigger enquiries_forget_mails after delete on public.enquiries
  referencing old table as was_there for each statement execute function forecourt.forget_lead_mails();
create trigger enquiries_record after insert on public.enquiries
  for each row execute function forecourt.record_lead_activity();
create trigger enquiries_open after insert on public.enquiries
  for each row execute function forecourt.open_lead();
create trigger enquiries_leave_desk after delete on public.enquiries
  referencing old table as was_there for each statement execute function forecourt.leave_desk();
create trigger enquiries_record_change
  after update of status, answered_at, created_at, vehicle_id, name, vehicle_title on public.enquiries
  for each row execute function forecourt.record_lead_change();
create trigger enquiries_touch before update on public.enquiries
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger enquiries_changed after insert or update or delete on public.enquiries
  for each statement execute function forecourt.notify_change();

-- `preferred_date` is in London wall-clock time, so it has no time zone. It is one of the nine hourly slots.
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
  user_id uuid references auth.users on delete set null,
  answered_at timestamptz
);
alter table public.test_drives enable row level security;
create unique index test_drives_slot_key on public.test_drives (vehicle_id, preferred_date) where status <> 'Closed';
-- As for enquiries.
create index test_drives_email_idx on public.test_drives (email, created_at desc) include (user_id, status);
create index test_drives_created_at_idx on public.test_drives (created_at desc);
create index test_drives_quiet_idx on public.test_drives (updated_at) where email <> 'deleted@account.invalid';
-- Deleting a vehicle looks up its test drives, including closed ones.
create index test_drives_vehicle_id_idx on public.test_drives (vehicle_id);
create index test_drives_user_id_idx on public.test_drives (user_id, created_at desc) where user_id is not null;

revoke all on public.test_drives from anon, authenticated;
grant insert on public.test_drives to anon;
grant select, insert, update, delete on public.test_drives to authenticated;
grant all on public.test_drives to service_role;

create policy "visitors book test drives" on public.test_drives
  for insert to anon with check (true);
create policy "customers book under their own address" on public.test_drives
  for insert to authenticated with check (email = (select forecourt.own_email()) or (select public.is_staff()));
create policy "staff read every test drive, customers their own" on public.test_drives
  for select to authenticated using (
    (select public.is_staff()) or (
      (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
      and (select forecourt.second_step_done())
    )
  );
create policy "staff change test drives" on public.test_drives
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "admins delete test drives" on public.test_drives
  for delete to authenticated using ((select public.is_admin()));

create trigger test_drives_prepare before insert on public.test_drives
  for each row execute function forecourt.prepare_lead();
create trigger test_drives_cap before insert on public.test_drives
  for each row execute function forecourt.cap_leads();
create trigger test_drives_guard_hosted before insert on public.test_drives
  for each row execute function forecourt.guard_hosted_lead();
create trigger test_drives_keep_origin after insert on public.test_drives
  for each row execute function forecourt.keep_lead_origin();
create trigger test_drives_keep_words after insert or delete or update of name, email, phone, vehicle_title, message
  on public.test_drives for each row execute function forecourt.keep_lead_words();
create trigger test_drives_queue_mails after insert on public.test_drives
  for each row execute function forecourt.queue_lead_mails();
create trigger test_drives_forget_mails after delete on public.test_drives
  referencing old table as was_there for each statement execute function forecourt.forget_lead_mails();
create trigger test_drives_record after insert on public.test_drives
  for each row execute function forecourt.record_lead_activity();
create trigger test_drives_open after insert on public.test_drives
  for each row execute function forecourt.open_lead();
create trigger test_drives_leave_desk after delete on public.test_drives
  referencing old table as was_there for each statement execute function forecourt.leave_desk();
create trigger test_drives_record_change
  after update of status, answered_at, created_at, vehicle_id, name, vehicle_title on public.test_drives
  for each row execute function forecourt.record_lead_change();
create trigger test_drives_touch before update on public.test_drives
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger test_drives_changed after insert or update or delete on public.test_drives
  for each statement execute function forecourt.notify_change();

-- Test drives can be booked for today, but not for an hour that has already started in London. Booking such an hour
-- raises P0001, so that the form shows the message: the customer may simply have left the form open.
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
      raise exception 'The preferred date cannot be more than 90 days ahead.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;
create trigger test_drives_check_date before insert or update on public.test_drives
  for each row execute function forecourt.check_test_drive_date();

-- For visitors, who cannot read the table but need to know which times are taken from a given day on. A draft has none,
-- as if it were unknown.
create function public.taken_test_drive_times(_vehicle_id uuid, _from date) returns setof timestamp
language sql stable security definer set search_path = '' as $$
  select preferred_date from public.test_drives
  where vehicle_id = _vehicle_id and status <> 'Closed' and preferred_date >= _from
    and exists (select from public.vehicles v where v.id = _vehicle_id and not v.hidden)
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
  user_id uuid references auth.users on delete set null,
  answered_at timestamptz
);
alter table public.contact_messages enable row level security;
create index contact_messages_created_at_idx on public.contact_messages (created_at desc);
create index contact_messages_quiet_idx on public.contact_messages (updated_at) where email <> 'deleted@account.invalid';
-- For finding a customer's messages by email address, and for counting as above.
create index contact_messages_email_idx on public.contact_messages (email, created_at desc) include (status);
create index contact_messages_user_id_idx on public.contact_messages (user_id, created_at desc) where user_id is not null;

revoke all on public.contact_messages from anon, authenticated;
grant select, update on public.contact_messages to authenticated;
grant all on public.contact_messages to service_role;

-- There is no policy for insert, because only the service adds messages, after checking the captcha and the limits.
create policy "staff read every contact message, customers their own" on public.contact_messages
  for select to authenticated using (
    (select public.is_staff()) or (
      (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
      and (select forecourt.second_step_done())
    )
  );
create policy "staff change contact messages" on public.contact_messages
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create trigger contact_messages_prepare before insert on public.contact_messages
  for each row execute function forecourt.prepare_lead();
create trigger contact_messages_keep_words after insert or delete or update of name, email, phone, message
  on public.contact_messages for each row execute function forecourt.keep_lead_words();
create trigger contact_messages_queue_mails after insert on public.contact_messages
  for each row execute function forecourt.queue_lead_mails();
create trigger contact_messages_forget_mails after delete on public.contact_messages
  referencing old table as was_there for each statement execute function forecourt.forget_lead_mails();
create trigger contact_messages_record after insert on public.contact_messages
  for each row execute function forecourt.record_lead_activity();
create trigger contact_messages_open after insert on public.contact_messages
  for each row execute function forecourt.open_lead();
create trigger contact_messages_leave_desk after delete on public.contact_messages
  referencing old table as was_there for each statement execute function forecourt.leave_desk();
create trigger contact_messages_record_change after update of status, answered_at, created_at, name on public.contact_messages
  for each row execute function forecourt.record_lead_change();
create trigger contact_messages_touch before update on public.contact_messages
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger contact_messages_changed after insert or update or delete on public.contact_messages
  for each statement execute function forecourt.notify_change();

-- The contact form's second call includes the phone number. Adds it to the message and to its queued emails.
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
  -- One at a time per address, so that a double click does not store the message twice.
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

-- Calls and visits, which staff enter. They send no emails.
create table public.desk_leads (
  id uuid primary key default gen_random_uuid(),
  came_by text not null check (came_by in ('telephone', 'walk-in')),
  name text not null check (length(name) between 1 and 200),
  -- Not everyone who calls gives an address.
  email text not null default '' check (length(email) <= 320 and (email = '' or email ~ '^[^@\s]+@[^@\s]+$')),
  phone text not null default '' check (length(phone) <= 50),
  message text not null check (length(trim(message)) between 1 and 5000),
  vehicle_id uuid references public.vehicles on delete set null,
  vehicle_title text not null default '',
  status text not null default 'New' check (status in ('New', 'Responded', 'Closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid references auth.users on delete set null,
  answered_at timestamptz
);
alter table public.desk_leads enable row level security;
create index desk_leads_created_at_idx on public.desk_leads (created_at desc);
create index desk_leads_quiet_idx on public.desk_leads (updated_at) where email <> 'deleted@account.invalid';
create index desk_leads_vehicle_id_idx on public.desk_leads (vehicle_id);
create index desk_leads_email_idx on public.desk_leads (email, created_at desc) include (status);
create index desk_leads_user_id_idx on public.desk_leads (user_id, created_at desc) where user_id is not null;

revoke all on public.desk_leads from anon, authenticated;
grant select, insert, update, delete on public.desk_leads to authenticated;
grant all on public.desk_leads to service_role;

-- Customers do not read these: the words are the staff's.
create policy "staff read calls and visits" on public.desk_leads
  for select to authenticated using ((select public.is_staff()));
create policy "staff enter calls and visits" on public.desk_leads
  for insert to authenticated with check ((select public.is_staff()));
create policy "staff change calls and visits" on public.desk_leads
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "admins delete calls and visits" on public.desk_leads
  for delete to authenticated using ((select public.is_admin()));

create trigger desk_leads_prepare before insert on public.desk_leads
  for each row execute function forecourt.prepare_lead();
create trigger desk_leads_keep_words after insert or delete or update of name, email, phone, vehicle_title, message
  on public.desk_leads for each row execute function forecourt.keep_lead_words();
create trigger desk_leads_record after insert on public.desk_leads
  for each row execute function forecourt.record_lead_activity();
create trigger desk_leads_open after insert on public.desk_leads
  for each row execute function forecourt.open_lead();
create trigger desk_leads_leave_desk after delete on public.desk_leads
  referencing old table as was_there for each statement execute function forecourt.leave_desk();
create trigger desk_leads_record_change
  after update of status, answered_at, created_at, vehicle_id, name, vehicle_title on public.desk_leads
  for each row execute function forecourt.record_lead_change();
create trigger desk_leads_touch before update on public.desk_leads
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger desk_leads_changed after insert or update or delete on public.desk_leads
  for each statement execute function forecourt.notify_change();

-- A lead keeps a copy of its vehicle's title, because the vehicle may be deleted. Until then, the copy follows the title.
create function forecourt.keep_lead_titles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.enquiries set vehicle_title = new.title where vehicle_id = new.id and vehicle_title <> new.title;
  update public.test_drives set vehicle_title = new.title where vehicle_id = new.id and vehicle_title <> new.title;
  update public.desk_leads set vehicle_title = new.title where vehicle_id = new.id and vehicle_title <> new.title;
  return null;
end
$$;
create trigger vehicles_keep_lead_titles after update of title on public.vehicles
  for each row when (new.title <> old.title) execute function forecourt.keep_lead_titles();
