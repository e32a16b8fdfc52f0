set check_function_bodies = off;

-- `merged_into`: the person that this one has turned out to be. A merge moves nothing: leads still point to this row, so
-- the merge can be undone exactly, and the next lead from this address finds its way. `root_id` is the row that stands
-- for the person after all merges.
--
-- `user_id`: the account, once its owner has proved the email address. It is for staff only: no policy reads it, so a
-- wrong match never shows a customer anything.
create table public.people (
  id uuid primary key default gen_random_uuid(),
  name text not null default '' check (length(name) <= 200),
  email text unique check (length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  -- As forecourt.phone_digits returns it.
  phone text not null default '' check (length(phone) <= 50),
  address text not null default '' check (length(address) <= 500),
  notes text not null default '' check (length(notes) <= 5000),
  -- Null until the person has been asked.
  marketing_consent boolean,
  marketing_consent_source text not null default '' check (length(marketing_consent_source) <= 200),
  marketing_consent_at timestamptz,
  user_id uuid unique references auth.users on delete set null,
  merged_into uuid references public.people on delete cascade,
  merged_at timestamptz,
  root_id uuid not null,
  -- The latest lead, reply or call.
  last_contact_at timestamptz not null default now(),
  -- The searchable text of the person and of everyone merged into them.
  words text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint people_consent_has_a_source check (marketing_consent is null or trim(marketing_consent_source) <> '')
);

alter table public.people enable row level security;

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

-- One row per lead, added with it. When the customer was first answered is in the lead itself (`answered_at`), because
-- customers read it, and this table is for staff only.
create table public.lead_desk (
  kind text not null references forecourt.lead_kinds,
  lead_id uuid not null,
  -- Null once the person has been erased.
  person_id uuid references public.people on delete set null,
  assignee_id uuid references public.profiles on delete set null,
  next_step text not null default '' check (length(next_step) <= 500),
  due_on date,
  source text not null default 'website' check (source in ('website', 'telephone', 'walk-in')),
  updated_at timestamptz not null default now(),
  primary key (kind, lead_id)
);

alter table public.lead_desk enable row level security;

-- What happened to a lead after it arrived. Staff add notes and calls; triggers and functions add the rest.
create table public.lead_events (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  lead_id uuid not null,
  event text not null check (event in ('note', 'call', 'reply', 'email', 'assigned', 'status', 'answered', 'planned')),
  -- A note's or reply's text, or what the event changed to.
  body text not null default '' check (length(body) <= 5000),
  subject text not null default '' check (length(subject) <= 200),
  -- Of an email: as in email_outbox, with the reason if it was not delivered.
  delivery text check (delivery in ('pending', 'sending', 'sent', 'failed', 'held')),
  problem text,
  actor_id uuid default auth.uid() references public.profiles on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (kind, lead_id) references public.lead_desk on delete cascade,
  constraint lead_events_notes_have_text check (event not in ('note', 'reply') or trim(body) <> '')
);

alter table public.lead_events enable row level security;

alter table forecourt.lead_kinds alter column confirmation drop not null;

create index desk_leads_created_at_idx on public.desk_leads (created_at desc);

create index desk_leads_email_idx on public.desk_leads (email, created_at desc) include (status);

create index desk_leads_user_id_idx on public.desk_leads (user_id, created_at desc) where user_id is not null;

create index desk_leads_vehicle_id_idx on public.desk_leads (vehicle_id);

create index desk_leads_waiting_idx on public.desk_leads (created_at) where answered_at is null and status <> 'Closed';

create index lead_desk_assignee_id_idx on public.lead_desk (assignee_id) where assignee_id is not null;

create index lead_desk_due_on_idx on public.lead_desk (due_on) where due_on is not null;

create index lead_desk_person_id_idx on public.lead_desk (person_id);

create index lead_events_actor_id_idx on public.lead_events (actor_id);

create index lead_events_lead_idx on public.lead_events (kind, lead_id, created_at);

create index people_last_contact_at_idx on public.people (last_contact_at desc) where merged_into is null;

create index people_merged_into_idx on public.people (merged_into) where merged_into is not null;

create index people_name_idx on public.people (name) where merged_into is null;

create index people_phone_idx on public.people (phone) where phone <> '';

create index people_root_id_idx on public.people (root_id);

create or replace function forecourt.blank_leads(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _kind forecourt.lead_kinds;
  _ids uuid[];
begin
  for _kind in select * from forecourt.lead_kinds loop
    execute format('select array(select id from public.%I where user_id = $1)', _kind.table_name) into _ids using _user_id;
    perform forecourt.anonymise_leads(_kind, _ids, 'Deleted account', 'Deleted with the account.');
  end loop;
end
$$;

-- The kinds of activity that sales staff work with: leads, people and vehicles. Only admins read about accounts and settings.
create or replace function forecourt.desk_activity_kinds() returns setof text
language sql stable security definer set search_path = '' as $$
  select kind from forecourt.lead_kinds
  union all
  select unnest(array['vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_deleted', 'people_merged', 'merge_undone'])
$$;

create or replace function forecourt.forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email is not null then
    perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  end if;
  perform forecourt.blank_leads(old.id);
  delete from public.people where user_id = old.id;
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

-- A lead keeps a copy of its vehicle's title, because the vehicle may be deleted. Until then, the copy follows the title.
create or replace function forecourt.keep_lead_titles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.enquiries set vehicle_title = new.title where vehicle_id = new.id and vehicle_title <> new.title;
  update public.test_drives set vehicle_title = new.title where vehicle_id = new.id and vehicle_title <> new.title;
  update public.desk_leads set vehicle_title = new.title where vehicle_id = new.id and vehicle_title <> new.title;
  return null;
end
$$;

-- Removes personal data from leads and closes them, because there is no one left to reply to. `_name` and
-- `_message` take the place of the customer's.
create function forecourt.anonymise_leads(_kind forecourt.lead_kinds, _ids uuid[], _name text, _message text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  execute format($sql$
    update public.%I set user_id = null, name = $2, email = 'deleted@account.invalid', phone = '-', message = $3,
      status = 'Closed'
    where id = any ($1)
  $sql$, _kind.table_name) using _ids, _name, _message;
  execute format($sql$
    update public.activity a set summary = format($3, $2, to_jsonb(l) ->> 'vehicle_title')
    from public.%I l where l.id = any ($1) and a.subject_id = l.id
  $sql$, _kind.table_name) using _ids, 'a ' || lower(_name), _kind.activity;
  -- Deletes the queued emails about these leads. Sent emails to an address that is not proved stay, because the limits on
  -- confirmations count them.
  delete from public.email_outbox where status <> 'sent' and dedupe_key in (
    select unnest(forecourt.notification_keys(lead.key || ':admin') || (lead.key || ':customer'))
    from (select _kind.kind || ':' || id from unnest(_ids) as id) as lead (key)
    union all
    select 'reply:' || id from public.lead_events where kind = _kind.kind and lead_id = any (_ids)
  );
  update public.lead_desk set person_id = null, next_step = '', due_on = null
  where kind = _kind.kind and lead_id = any (_ids);
  -- Last, because the updates above add events.
  delete from public.lead_events where kind = _kind.kind and lead_id = any (_ids);
  delete from forecourt.lead_origins where lead_id = any (_ids);
end
$$;

-- The first call or reply answers the lead.
create function forecourt.answer_lead(_kind text, _lead_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _table text := (select table_name from forecourt.lead_kinds where kind = _kind);
begin
  execute format('update public.%I set answered_at = now() where id = $1 and answered_at is null', _table) using _lead_id;
  perform forecourt.note_contact(person_id, now()) from public.lead_desk where kind = _kind and lead_id = _lead_id;
end
$$;

-- Leads can be assigned only to colleagues who can work on them.
create function forecourt.check_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.user_roles join public.profiles on profiles.id = user_id
    where user_id = new.assignee_id and role <> 'user' and not disabled
  ) then
    raise exception 'This colleague no longer works in the back office.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

create function forecourt.count_call_as_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.answer_lead(new.kind, new.lead_id);
  return null;
end
$$;

-- Follows an email about a lead: a reply of ours, or the confirmation. The key says which it is.
create function forecourt.follow_lead_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _parts constant text[] := string_to_array(new.dedupe_key, ':');
begin
  if _parts[1] = 'reply' then
    update public.lead_events set delivery = new.status, problem = case when new.status <> 'sent' then new.last_error end
    where id = _parts[2]::uuid;
  elsif new.status = 'sent' and _parts[3] = 'customer' then
    insert into public.lead_events (kind, lead_id, event, body, delivery, actor_id)
    select kind, lead_id, 'email', new.template, 'sent', null from public.lead_desk
    where kind = _parts[1] and lead_id = _parts[2]::uuid;
  end if;
  return null;
end
$$;

-- What customers change in their account also changes here, unless staff have entered something else.
create function forecourt.follow_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.people set
    name = case when name in ('', trim(old.first_name || ' ' || old.last_name))
      then trim(new.first_name || ' ' || new.last_name) else name end,
    phone = case when phone in ('', forecourt.phone_digits(old.phone)) then new.phone else phone end
  where user_id = new.id;
  return null;
end
$$;

-- Summaries contain names.
create function forecourt.forget_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.activity set subject_id = null, summary = case kind
    when 'people_merged' then 'Two people merged'
    when 'merge_undone' then 'A merge undone'
    else 'A deleted person: data exported'
  end where subject_id = old.id;
  return null;
end
$$;

create function forecourt.keep_person_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.people root set words = found.words from (
    select root_id, ' ' || forecourt.search_text(string_agg(concat_ws(' ', name, email, phone), ' ' order by id)) as words
    from public.people
    where root_id in (new.root_id, case when tg_op = 'UPDATE' then old.root_id end)
    group by root_id
  ) found
  where root.id = found.root_id and root.words <> found.words;
  return null;
end
$$;

-- Links an account to its person, or adds the person. Staff are not customers.
create function forecourt.know_account(_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select forecourt.person_for(users.id,
    trim(concat_ws(' ', users.raw_user_meta_data ->> 'first_name', users.raw_user_meta_data ->> 'last_name')),
    users.email, coalesce(users.raw_user_meta_data ->> 'phone', ''))
  from auth.users
  where id = _user_id and coalesce(email, '') <> '' and not is_anonymous and deleted_at is null
    and forecourt.is_proved(id) and invited_at is null
    and not exists (select from public.user_roles where user_id = users.id and role <> 'user')
$$;

create function forecourt.know_confirmed_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.know_account(new.id);
  return null;
end
$$;

create function forecourt.know_proved_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.know_account(old.user_id);
  return null;
end
$$;

create function forecourt.leave_desk() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- As the other emails about the lead.
  delete from public.email_outbox where status <> 'sent' and dedupe_key in (
    select 'reply:' || e.id from public.lead_events e join was_there on was_there.id = e.lead_id where e.event = 'reply');
  delete from public.lead_desk where kind = (forecourt.lead_kind(tg_table_name)).kind and lead_id in (select id from was_there);
  return null;
end
$$;

-- Notes a contact with the person, and with the person they have been merged into.
create function forecourt.note_contact(_person_id uuid, _at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.people set last_contact_at = _at
  where id in (_person_id, (select root_id from public.people where id = _person_id)) and last_contact_at < _at
$$;

-- Runs after every insert of a lead: finds its person and puts it on the desk.
create function forecourt.open_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant text := (forecourt.lead_kind(tg_table_name)).kind;
  _account uuid;
  _email text := new.email;
  _person_id uuid;
begin
  -- An account's lead belongs to the account's person, whatever address the customer typed.
  select id, lower(email) into _account, _email from auth.users
  where id = new.user_id and coalesce(email, '') <> '' and forecourt.is_proved(id);
  _person_id := forecourt.person_for(_account, new.name, coalesce(_email, new.email), new.phone);
  perform forecourt.note_contact(_person_id, new.created_at);
  insert into public.lead_desk (kind, lead_id, person_id, source)
  values (_kind, new.id, _person_id, coalesce(to_jsonb(new) ->> 'came_by', 'website'));
  return null;
end
$$;

-- Finds or adds the person that a lead belongs to: by account, then by email address. By telephone only if exactly one
-- person has the number, because families and companies share numbers; otherwise the person page suggests a merge.
-- `_user_id` is an account that has proved `_email`, or null.
create function forecourt.person_for(_user_id uuid, _name text, _email text, _phone text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  _shortest_number constant integer := 7;
  _digits constant text := forecourt.phone_digits(coalesce(_phone, ''));
  _address constant text := nullif(lower(trim(_email)), '');
  _id uuid;
  _roots uuid[] := '{}';
begin
  -- One at a time, so that two leads from a new person do not add the person twice.
  perform pg_catalog.pg_advisory_xact_lock(7022029);
  if _user_id is not null then
    select id into _id from public.people where user_id = _user_id;
  end if;
  if _id is null and _address is not null then
    select id into _id from public.people where email = _address;
  end if;
  if _id is null and length(_digits) >= _shortest_number then
    _roots := array(select distinct root_id from public.people where phone = _digits);
    if cardinality(_roots) = 1 and (
      _address is null or exists (select from public.people where id = _roots[1] and email is null)
    ) then
      _id := _roots[1];
    end if;
  end if;

  if _id is null then
    insert into public.people (name, email, phone, user_id, merged_into, merged_at)
    values (left(trim(coalesce(_name, '')), 200), _address, left(_digits, 50), _user_id,
      -- The same number with a new address: the same person.
      case when cardinality(_roots) = 1 then _roots[1] end, case when cardinality(_roots) = 1 then now() end)
    returning id into _id;
    return _id;
  end if;
  -- Adds what was missing, and changes nothing that staff may have corrected.
  update public.people set
    name = case when name = '' then left(trim(coalesce(_name, '')), 200) else name end,
    phone = case when phone = '' then left(_digits, 50) else phone end,
    email = case when email is null and not exists (select from public.people where email = _address)
      then _address else email end,
    user_id = coalesce(user_id, _user_id)
  where id = _id and (name = '' or phone = '' or email is null or (user_id is null and _user_id is not null));
  return _id;
end
$$;

-- What to call a person in a sentence.
create function forecourt.person_label(_person public.people) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(_person.name, ''), _person.email, nullif(_person.phone, ''), 'Someone without a name')
$$;

create function forecourt.prepare_person() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := trim(new.name);
  new.email := nullif(lower(trim(new.email)), '');
  new.phone := forecourt.phone_digits(new.phone);
  if tg_op = 'INSERT' then
    new.root_id := coalesce((select root_id from public.people where id = new.merged_into), new.id);
  end if;
  if tg_op = 'INSERT' or (new.marketing_consent, new.marketing_consent_source)
    is distinct from (old.marketing_consent, old.marketing_consent_source)
  then
    new.marketing_consent_at := case when new.marketing_consent is not null then now() end;
  end if;
  return new;
end
$$;

create function forecourt.record_desk_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.assignee_id is distinct from old.assignee_id then
    perform forecourt.record_lead_event(new.kind, new.lead_id, 'assigned', coalesce((
      select forecourt.name_of(profiles) from public.profiles where id = new.assignee_id), ''));
  end if;
  if (new.next_step, new.due_on) is distinct from (old.next_step, old.due_on) then
    perform forecourt.record_lead_event(new.kind, new.lead_id, 'planned',
      concat_ws(' | ', to_char(new.due_on, 'YYYY-MM-DD'), nullif(new.next_step, '')));
  end if;
  return null;
end
$$;

create function forecourt.record_lead_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
begin
  if new.status <> old.status then
    perform forecourt.record_lead_event(_kind.kind, new.id, 'status',
      case new.status when _kind.new_status then 'New' else new.status end);
  end if;
  -- A call or a reply, which trigger this update, are events of their own.
  if new.answered_at is not null and old.answered_at is null and pg_catalog.pg_trigger_depth() = 1 then
    perform forecourt.record_lead_event(_kind.kind, new.id, 'answered', '');
  end if;
  return null;
end
$$;

create function forecourt.record_lead_event(_kind text, _lead_id uuid, _event text, _body text) returns void
language sql security definer set search_path = '' as $$
  insert into public.lead_events (kind, lead_id, event, body, actor_id)
  select kind, lead_id, _event, _body, (select id from public.profiles where id = auth.uid())
  from public.lead_desk where kind = _kind and lead_id = _lead_id
$$;

-- After a merge or its undo, everyone below `_id` belongs to the person at the top.
create function forecourt.set_root(_id uuid, _root_id uuid) returns void
language sql security definer set search_path = '' as $$
  with recursive below as (
    select _id as id
    union
    select people.id from public.people join below on people.merged_into = below.id
  )
  update public.people set root_id = _root_id where id in (select id from below)
$$;

-- The counts beside Enquiries in the menu: leads that nobody has opened, and open leads whose next step is overdue.
create function public.desk_counts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'unread', (select count(*) from public.inbox where status = 'New'),
    'overdue', (
      select count(*) from public.lead_desk d join public.inbox i on i.kind = d.kind and i.id = d.lead_id
      where d.due_on < forecourt.london_today() and i.status <> 'Closed'));
end
$$;

-- Removes a person and the people merged into them from every table. Their leads stay without personal data,
-- for the figures. Their accounts are deleted; forget_account does what concerns the account.
create function public.erase_person(_person_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _people uuid[] := array(select id from public.people where root_id = _person_id);
  _users uuid[] := array(select user_id from public.people where root_id = _person_id and user_id is not null);
  _emails text[] := array(select email from public.people where root_id = _person_id and email is not null);
  _kind forecourt.lead_kinds;
  _ids uuid[];
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if cardinality(_people) = 0 then
    raise exception 'Person not found' using errcode = 'PT404';
  end if;
  if exists (select from public.user_roles where user_id = any (_users) and role <> 'user') then
    raise exception 'This person works in the back office. Remove them from the staff first.' using errcode = 'P0001';
  end if;
  -- Leads with other addresses belong to the person too: they typed them, or staff merged them.
  _emails := _emails || array(select email from public.inbox where person_id = any (_people) and email <> '');
  for _kind in select * from forecourt.lead_kinds loop
    _ids := array(select lead_id from public.lead_desk where kind = _kind.kind and person_id = any (_people));
    perform forecourt.anonymise_leads(_kind, _ids, 'Deleted person', 'Deleted.');
  end loop;
  delete from auth.users where id = any (_users);
  delete from public.email_outbox where recipient = any (_emails) or (
    template = 'admin-notification' and status <> 'sent' and data ->> 'customerEmail' = any (_emails));
  delete from public.people where id = any (_people);
  perform forecourt.record_activity('person_erased', 'A person was erased');
end
$$;

-- Everything stored about a person, as one document, including the people merged into them.
create function public.export_person(_person_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _max constant integer := 1000;
  _people uuid[] := array(select id from public.people where root_id = _person_id);
  _users uuid[] := array(select user_id from public.people where root_id = _person_id and user_id is not null);
  _emails text[] := array(select email from public.people where root_id = _person_id and email is not null);
  _export jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if cardinality(_people) = 0 then
    raise exception 'Person not found' using errcode = 'PT404';
  end if;
  _export := jsonb_build_object(
    'made_at', now(),
    'most_entries_of_a_list', _max,
    'person', (select jsonb_agg(to_jsonb(p) - 'words' order by p.id = _person_id desc, p.created_at)
      from public.people p where p.root_id = _person_id),
    'leads', coalesce((
      select jsonb_agg(to_jsonb(l) - 'person_id' - 'assignee_id' order by l.created_at desc)
      from (select * from public.inbox where person_id = any (_people) order by created_at desc limit _max) l), '[]'),
    'events', coalesce((
      select jsonb_agg(to_jsonb(e) - 'actor_id' order by e.created_at desc)
      from (
        select lead_events.* from public.lead_events join public.lead_desk using (kind, lead_id)
        where person_id = any (_people) order by created_at desc limit _max
      ) e), '[]'),
    'accounts', coalesce((
      select jsonb_agg(jsonb_build_object('email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at, 'profile', to_jsonb(p)))
      from auth.users u left join public.profiles p on p.id = u.id where u.id = any (_users)), '[]'),
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('kind', o.template, 'to', o.recipient, 'status', o.status,
        'created_at', o.created_at, 'sent_at', o.sent_at) order by o.created_at desc)
      from (
        select * from public.email_outbox where recipient = any (_emails) order by created_at desc limit _max
      ) o), '[]'));
  perform forecourt.record_activity('person_exported',
    forecourt.person_label(people) || ': data exported', null, _person_id) from public.people where id = _person_id;
  return _export;
end
$$;

create function public.merge_people(_person_id uuid, _into uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _merged public.people;
  _kept public.people;
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(7022029);
  select * into _merged from public.people where id = _person_id and merged_into is null;
  select * into _kept from public.people where id = _into and merged_into is null;
  if _merged.id is null or _kept.id is null then
    raise exception 'One of these people has been merged or erased in the meantime.' using errcode = 'PT404';
  end if;
  if _merged.id = _kept.id then
    raise exception 'A person cannot be merged with themselves.' using errcode = '23514';
  end if;
  update public.people set merged_into = _into, merged_at = now() where id = _person_id;
  perform forecourt.set_root(_person_id, _into);
  perform forecourt.record_activity('people_merged',
    format('%s merged into %s', forecourt.person_label(_merged), forecourt.person_label(_kept)), null, _into);
end
$$;

-- Sends a reply to the customer through the outbox. `_id` comes from the screen, so that a double click sends one email.
create function public.send_reply(_id uuid, _kind text, _lead_id uuid, _subject text, _body text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_an_hour constant integer := 100;
  _table text := (select table_name from forecourt.lead_kinds where kind = _kind);
  _lead record;
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  if exists (select from public.lead_events where id = _id) then
    return;
  end if;
  if _table is not null then
    execute format('select id, name, email, to_jsonb(l) ->> ''vehicle_id'' as vehicle_id from public.%I l where id = $1', _table)
    into _lead using _lead_id;
  end if;
  if _lead.id is null then
    raise exception 'This lead no longer exists.' using errcode = 'PT404';
  end if;
  if _lead.email = '' then
    raise exception 'This customer has given no email address.' using errcode = 'P0001';
  end if;
  if length(coalesce(_body, '')) > 5000 or length(coalesce(_subject, '')) > 200
    or trim(coalesce(_body, '')) = '' or trim(coalesce(_subject, '')) = ''
  then
    raise exception 'Please enter a subject and a message.' using errcode = '23514';
  end if;
  -- The screen checks this too.
  if _subject || _body ~ '\{\{' then
    raise exception 'Please fill in every placeholder.' using errcode = '23514';
  end if;
  if not public.take_limit(format('reply:%s', auth.uid()), _most_an_hour, 3600) then
    raise exception 'You have sent too many emails in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  insert into public.lead_events (id, kind, lead_id, event, subject, body, delivery)
  values (_id, _kind, _lead_id, 'reply', trim(_subject), trim(_body), 'pending');
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values ('lead-reply', _lead.email, jsonb_strip_nulls(jsonb_build_object('name', _lead.name, 'subject', trim(_subject),
    'body', trim(_body), 'vehicleId', _lead.vehicle_id)), 'reply:' || _id);
end
$$;

create function public.undo_merge(_person_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _merged public.people;
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(7022029);
  select * into _merged from public.people where id = _person_id;
  if _merged.merged_into is null then
    raise exception 'This merge has already been undone.' using errcode = 'PT404';
  end if;
  if _merged.merged_at < now() - interval '1 day' then
    raise exception 'A merge can be undone for a day. This one is older.' using errcode = 'P0001';
  end if;
  update public.people set merged_into = null, merged_at = null where id = _person_id;
  perform forecourt.set_root(_person_id, _person_id);
  perform forecourt.record_activity('merge_undone', format('Merge of %s undone', forecourt.person_label(_merged)), null, _person_id);
end
$$;

-- All leads as one list that can be paged, each with what the desk knows about it. Runs with the caller's rights, so the
-- tables' policies apply: customers see their own leads, without the desk's columns. A scheduled test drive is shown as
-- New.
create or replace view public.inbox with (security_invoker = true) as
  select 'enquiry'::text as kind, id, name, email, phone, message, vehicle_id, vehicle_title, status,
    null::timestamp as preferred_date, created_at, answered_at, person_id, assignee_id, due_on, next_step, source
  from public.enquiries left join public.lead_desk on lead_id = id and kind = 'enquiry'
  union all
  select 'test-drive'::text, id, name, email, phone, message, vehicle_id, vehicle_title,
    case status when 'Scheduled' then 'New' else status end, preferred_date, created_at,
    answered_at, person_id, assignee_id, due_on, next_step, source
  from public.test_drives left join public.lead_desk on lead_id = id and kind = 'test-drive'
  union all
  select 'contact'::text, id, name, email, phone, message, null::uuid, ''::text, status, null::timestamp, created_at,
    answered_at, person_id, assignee_id, due_on, next_step, source
  from public.contact_messages left join public.lead_desk on lead_id = id and kind = 'contact'
  union all
  select 'desk'::text, id, name, email, phone, message, vehicle_id, vehicle_title, status, null::timestamp, created_at,
    answered_at, person_id, assignee_id, due_on, next_step, source
  from public.desk_leads left join public.lead_desk on lead_id = id and kind = 'desk';

create trigger contact_messages_leave_desk after delete on public.contact_messages
  referencing old table as was_there for each statement execute function forecourt.leave_desk();

create trigger contact_messages_open after insert on public.contact_messages
  for each row execute function forecourt.open_lead();

create trigger contact_messages_record_change after update of status, answered_at on public.contact_messages
  for each row execute function forecourt.record_lead_change();

create trigger desk_leads_changed after insert or update or delete on public.desk_leads
  for each statement execute function forecourt.notify_change();

create trigger desk_leads_keep_words after insert or delete or update of name, email, phone, vehicle_title, message
  on public.desk_leads for each row execute function forecourt.keep_lead_words();

create trigger desk_leads_leave_desk after delete on public.desk_leads
  referencing old table as was_there for each statement execute function forecourt.leave_desk();

create trigger desk_leads_open after insert on public.desk_leads
  for each row execute function forecourt.open_lead();

create trigger desk_leads_prepare before insert on public.desk_leads
  for each row execute function forecourt.prepare_lead();

create trigger desk_leads_record after insert on public.desk_leads
  for each row execute function forecourt.record_lead_activity();

create trigger desk_leads_record_change after update of status, answered_at on public.desk_leads
  for each row execute function forecourt.record_lead_change();

create trigger desk_leads_touch before update on public.desk_leads
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();

create trigger email_outbox_followed after update of status on public.email_outbox
  for each row when (new.status <> old.status and (new.dedupe_key like 'reply:%' or new.dedupe_key like '%:customer'))
  execute function forecourt.follow_lead_mail();

create trigger enquiries_leave_desk after delete on public.enquiries
  referencing old table as was_there for each statement execute function forecourt.leave_desk();

create trigger enquiries_open after insert on public.enquiries
  for each row execute function forecourt.open_lead();

create trigger enquiries_record_change after update of status, answered_at on public.enquiries
  for each row execute function forecourt.record_lead_change();

create trigger lead_desk_changed after insert or update or delete on public.lead_desk
  for each statement execute function forecourt.notify_change();

create trigger lead_desk_check_assignee before update of assignee_id on public.lead_desk
  for each row when (new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function forecourt.check_assignee();

create trigger lead_desk_record after update on public.lead_desk
  for each row execute function forecourt.record_desk_change();

create trigger lead_desk_touch before update on public.lead_desk
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();

create trigger lead_events_answer after insert on public.lead_events
  for each row when (new.event in ('call', 'reply')) execute function forecourt.count_call_as_answer();

create trigger lead_events_changed after insert or update or delete on public.lead_events
  for each statement execute function forecourt.notify_change();

create trigger on_auth_user_known_added after insert on auth.users
  for each row when (new.email_confirmed_at is not null) execute function forecourt.know_confirmed_account();

create trigger on_auth_user_known_confirmed after update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null
    and (new.email is distinct from old.email or old.email_confirmed_at is null))
  execute function forecourt.know_confirmed_account();

create trigger people_changed after insert or update or delete on public.people
  for each statement execute function forecourt.notify_change();

create trigger people_forget after delete on public.people
  for each row execute function forecourt.forget_person();

create trigger people_keep_words_added after insert on public.people
  for each row execute function forecourt.keep_person_words();

create trigger people_keep_words_changed after update of name, email, phone, root_id on public.people
  for each row execute function forecourt.keep_person_words();

create trigger people_prepare before insert or update on public.people
  for each row execute function forecourt.prepare_person();

create trigger people_touch before update on public.people
  for each row when (new is distinct from old and new.words = old.words and new.last_contact_at = old.last_contact_at)
  execute function forecourt.touch_updated_at();

create trigger profiles_followed after update of first_name, last_name, phone on public.profiles
  for each row when ((new.first_name, new.last_name, new.phone) is distinct from (old.first_name, old.last_name, old.phone))
  execute function forecourt.follow_profile();

create trigger test_drives_leave_desk after delete on public.test_drives
  referencing old table as was_there for each statement execute function forecourt.leave_desk();

create trigger test_drives_open after insert on public.test_drives
  for each row execute function forecourt.open_lead();

create trigger test_drives_record_change after update of status, answered_at on public.test_drives
  for each row execute function forecourt.record_lead_change();

create trigger unproved_emails_known after delete on forecourt.unproved_emails
  for each row execute function forecourt.know_proved_account();

create policy "admins delete calls and visits" on public.desk_leads
  for delete to authenticated using ((select public.is_admin()));

create policy "staff add notes and calls" on public.lead_events
  for insert to authenticated
  with check ((select public.is_staff()) and event in ('note', 'call') and actor_id = (select forecourt.session_user_id()));

create policy "staff add people" on public.people
  for insert to authenticated with check ((select public.is_staff()));

create policy "staff change calls and visits" on public.desk_leads
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff change people" on public.people
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff enter calls and visits" on public.desk_leads
  for insert to authenticated with check ((select public.is_staff()));

create policy "staff plan and assign" on public.lead_desk
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

-- Customers do not read these: the words are the staff's.
create policy "staff read calls and visits" on public.desk_leads
  for select to authenticated using ((select public.is_staff()));

create policy "staff read people" on public.people
  for select to authenticated using ((select public.is_staff()));

create policy "staff read the desk" on public.lead_desk
  for select to authenticated using ((select public.is_staff()));

create policy "staff read what happened" on public.lead_events
  for select to authenticated using ((select public.is_staff()));

revoke all on public.desk_leads from anon, authenticated;

grant select, insert, update, delete on public.desk_leads to authenticated;

grant all on public.desk_leads to service_role;

revoke all on public.lead_desk from anon, authenticated;

grant select, update (assignee_id, next_step, due_on) on public.lead_desk to authenticated;

grant all on public.lead_desk to service_role;

revoke all on public.lead_events from anon, authenticated;

grant select, insert (id, kind, lead_id, event, body) on public.lead_events to authenticated;

grant all on public.lead_events to service_role;

revoke all on public.people from anon, authenticated;

grant select on public.people to authenticated;

-- The other columns are set by triggers and functions.
grant insert (name, email, phone, address, notes, marketing_consent, marketing_consent_source),
  update (name, email, phone, address, notes, marketing_consent, marketing_consent_source)
  on public.people to authenticated;

grant all on public.people to service_role;

insert into forecourt.lead_kinds
select * from jsonb_populate_record(null::forecourt.lead_kinds, '{"kind": "desk", "refusal": null, "activity": "Lead from %1$s entered", "most_open": null, "most_a_day": null, "new_status": "New", "table_name": "desk_leads", "confirmation": null}');

revoke all on function forecourt.anonymise_leads(forecourt.lead_kinds, uuid[], text, text), forecourt.blank_leads(uuid),
  forecourt.forget_account() from public;
revoke all on function forecourt.answer_lead(text, uuid) from public;
revoke all on function forecourt.open_lead(), forecourt.leave_desk(), forecourt.record_lead_change(), forecourt.count_call_as_answer(),
  forecourt.record_desk_change(), forecourt.check_assignee(), forecourt.follow_lead_mail() from public;
revoke all on function forecourt.know_confirmed_account(), forecourt.know_proved_account(), forecourt.follow_profile(),
  forecourt.keep_person_words() from public;
revoke all on function forecourt.forget_person() from public;
revoke all on function forecourt.know_account(uuid) from public;
revoke all on function forecourt.note_contact(uuid, timestamptz) from public;
revoke all on function forecourt.person_for(uuid, text, text, text) from public;
revoke all on function forecourt.record_lead_event(text, uuid, text, text) from public;
revoke all on function forecourt.set_root(uuid, uuid) from public;
revoke all on function public.desk_counts() from public, anon;
grant execute on function public.desk_counts() to authenticated, service_role;
revoke all on function public.erase_person(uuid) from public, anon;
grant execute on function public.erase_person(uuid) to authenticated, service_role;
revoke all on function public.export_person(uuid) from public, anon;
grant execute on function public.export_person(uuid) to authenticated, service_role;
revoke all on function public.merge_people(uuid, uuid), public.undo_merge(uuid) from public, anon;
grant execute on function public.merge_people(uuid, uuid), public.undo_merge(uuid) to authenticated, service_role;
revoke all on function public.send_reply(uuid, text, uuid, text, text) from public, anon;
grant execute on function public.send_reply(uuid, text, uuid, text, text) to authenticated;

-- Every account and lead so far gets its person, the earliest first, as if it had just arrived. A lead whose account has
-- been deleted has none.
select forecourt.know_account(id) from (select id from auth.users order by created_at, id) as account;

insert into public.lead_desk (kind, lead_id, person_id)
select lead.kind, lead.id, case when lead.email <> 'deleted@account.invalid' then
  forecourt.person_for(account.id, lead.name, coalesce(lower(account.email), lead.email), lead.phone) end
from (
  select 'enquiry' as kind, id, name, email, phone, user_id, created_at from public.enquiries
  union all
  select 'test-drive', id, name, email, phone, user_id, created_at from public.test_drives
  union all
  select 'contact', id, name, email, phone, user_id, created_at from public.contact_messages
  order by created_at, id
) as lead
left join auth.users account
  on account.id = lead.user_id and coalesce(account.email, '') <> '' and forecourt.is_proved(account.id);

update public.people set last_contact_at = found.last, created_at = least(people.created_at, found.first)
from (
  select merged.root_id, max(inbox.created_at) as last, min(inbox.created_at) as first
  from public.inbox join public.people merged on merged.id = inbox.person_id group by merged.root_id
) found
where people.id = found.root_id;

reset check_function_bodies;
