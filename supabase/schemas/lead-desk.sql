-- The desk: what staff add to a lead of any kind, and its timeline.

-- One row per lead, added with it, for staff only. The columns from `created_at` are copies, which triggers keep: the
-- inbox, the counts, the filters and the search read all kinds of leads from this one table and its indexes.
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
  -- Belongs to the demo: see demo-vehicles.sql.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- As the inbox shows it: New for a test drive that is Scheduled.
  status text not null default 'New',
  answered_at timestamptz,
  vehicle_id uuid,
  name text not null default '',
  vehicle_title text not null default '',
  primary key (kind, lead_id)
);
alter table public.lead_desk enable row level security;
create index lead_desk_person_id_idx on public.lead_desk (person_id);
create index lead_desk_assignee_id_idx on public.lead_desk (assignee_id, created_at desc) where assignee_id is not null;
create index lead_desk_created_at_idx on public.lead_desk (created_at desc, lead_id);
create index lead_desk_lead_id_idx on public.lead_desk (lead_id);
create index lead_desk_new_idx on public.lead_desk (created_at desc, lead_id) where status = 'New';
create index lead_desk_vehicle_id_idx on public.lead_desk (vehicle_id) where vehicle_id is not null;
create index lead_desk_waiting_idx on public.lead_desk (created_at) where answered_at is null and status <> 'Closed';
create index lead_desk_demo_idx on public.lead_desk (kind, lead_id) where is_demo;
create index lead_desk_due_on_idx on public.lead_desk (due_on, created_at desc, lead_id);

revoke all on public.lead_desk from anon, authenticated;
grant select, update (assignee_id, next_step, due_on) on public.lead_desk to authenticated;
grant all on public.lead_desk to service_role;

create policy "staff read the desk" on public.lead_desk
  for select to authenticated using ((select public.is_staff()));
create policy "staff plan and assign" on public.lead_desk
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

-- What happened to a lead after it arrived. Staff add notes and calls; triggers and functions add the rest. The customer
-- has cancelled a test drive or asked for another time.
create table public.lead_events (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  lead_id uuid not null,
  event text not null check (event in (
    'note', 'call', 'reply', 'email', 'assigned', 'status', 'answered', 'planned', 'cancelled', 'asked'
  )),
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
create index lead_events_lead_idx on public.lead_events (kind, lead_id, created_at);
create index lead_events_actor_id_idx on public.lead_events (actor_id);

revoke all on public.lead_events from anon, authenticated;
grant select, insert (id, kind, lead_id, event, body) on public.lead_events to authenticated;
grant all on public.lead_events to service_role;

create policy "staff read what happened" on public.lead_events
  for select to authenticated using ((select public.is_staff()));
create policy "staff add notes and calls" on public.lead_events
  for insert to authenticated
  with check ((select public.is_staff()) and event in ('note', 'call') and actor_id = (select forecourt.session_user_id()));

-- A change of the lead itself is not a change on the desk.
create trigger lead_desk_touch before update on public.lead_desk
  for each row when ((new.assignee_id, new.next_step, new.due_on) is distinct from (old.assignee_id, old.next_step, old.due_on))
  execute function forecourt.touch_updated_at();
create trigger lead_desk_changed after insert or update or delete on public.lead_desk
  for each statement execute function forecourt.notify_change();
create trigger lead_events_changed after insert or update or delete on public.lead_events
  for each statement execute function forecourt.notify_change();

create function forecourt.record_lead_event(_kind text, _lead_id uuid, _event text, _body text) returns void
language sql security definer set search_path = '' as $$
  insert into public.lead_events (kind, lead_id, event, body, actor_id)
  select kind, lead_id, _event, _body, (select id from public.profiles where id = auth.uid())
  from public.lead_desk where kind = _kind and lead_id = _lead_id
$$;
revoke all on function forecourt.record_lead_event(text, uuid, text, text) from public;

-- Runs after every insert of a lead: finds its person and puts it on the desk.
create function forecourt.open_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _account uuid;
  _email text := new.email;
  _person_id uuid;
begin
  -- An account's lead belongs to the account's person, whatever address the customer typed.
  select id, lower(email) into _account, _email from auth.users
  where id = new.user_id and coalesce(email, '') <> '' and forecourt.is_proved(id);
  _person_id := forecourt.person_for(_account, new.name, coalesce(_email, new.email), new.phone);
  perform forecourt.note_contact(_person_id, new.created_at);
  insert into public.lead_desk
    (kind, lead_id, person_id, source, is_demo, created_at, status, answered_at, vehicle_id, name, vehicle_title)
  values (_kind.kind, new.id, _person_id, coalesce(to_jsonb(new) ->> 'came_by', 'website'), forecourt.is_demo(),
    new.created_at, case new.status when _kind.new_status then 'New' else new.status end, new.answered_at,
    (to_jsonb(new) ->> 'vehicle_id')::uuid, new.name, coalesce(to_jsonb(new) ->> 'vehicle_title', ''));
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

-- Keeps the desk's copies and records what changed.
create function forecourt.record_lead_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
begin
  update public.lead_desk set created_at = new.created_at, answered_at = new.answered_at,
    status = case new.status when _kind.new_status then 'New' else new.status end,
    vehicle_id = (to_jsonb(new) ->> 'vehicle_id')::uuid, name = new.name,
    vehicle_title = coalesce(to_jsonb(new) ->> 'vehicle_title', '')
  where kind = _kind.kind and lead_id = new.id;
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
revoke all on function forecourt.answer_lead(text, uuid) from public;

create function forecourt.count_call_as_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.answer_lead(new.kind, new.lead_id);
  return null;
end
$$;
create trigger lead_events_answer after insert on public.lead_events
  for each row when (new.event in ('call', 'reply')) execute function forecourt.count_call_as_answer();

-- What staff do with a lead, for the list of activity. That they opened it, and what they plan, is only in its timeline.
create function forecourt.record_lead_work() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _before text := (
    select body from public.lead_events
    where kind = new.kind and lead_id = new.lead_id and event = 'status' and id <> new.id order by created_at desc limit 1);
  _work constant text := case
    when new.event <> 'status' then new.event
    when new.body = 'Closed' then 'closed'
    when _before = 'Closed' then 'reopened'
  end;
  _name text;
begin
  if _work is null or not forecourt.acts_as_staff() then
    return null;
  end if;
  select name into _name from public.lead_desk where kind = new.kind and lead_id = new.lead_id;
  perform forecourt.record_activity(new.kind || '_' || _work, case _work
    when 'reply' then format('Reply to %s', _name)
    when 'call' then format('Call with %s noted', _name)
    when 'note' then format('Note about %s added', _name)
    when 'assigned' then case when new.body = '' then format('Lead from %s no longer assigned', _name)
      else format('Lead from %s assigned to %s', _name, new.body) end
    else format('Lead from %s %s', _name, _work)
  end, null, new.lead_id);
  return null;
end
$$;
create trigger lead_events_record_work after insert on public.lead_events
  for each row when (new.event in ('reply', 'call', 'note', 'assigned', 'status'))
  execute function forecourt.record_lead_work();

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
create trigger lead_desk_record after update on public.lead_desk
  for each row execute function forecourt.record_desk_change();

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
create trigger lead_desk_check_assignee before update of assignee_id on public.lead_desk
  for each row when (new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function forecourt.check_assignee();

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
create trigger email_outbox_followed after update of status on public.email_outbox
  for each row when (new.status <> old.status and (new.dedupe_key like 'reply:%' or new.dedupe_key like '%:customer'))
  execute function forecourt.follow_lead_mail();

-- Puts a reply into the outbox. Refuses it if the lead is gone or has no address.
create function forecourt.queue_reply(_reply public.lead_events) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _table text := (select table_name from forecourt.lead_kinds where kind = _reply.kind);
  _lead record;
begin
  execute format('select name, email, to_jsonb(l) ->> ''vehicle_id'' as vehicle_id from public.%I l where id = $1', _table)
  into _lead using _reply.lead_id;
  if coalesce(_lead.email, '') = '' then
    raise exception 'This customer has given no email address.' using errcode = 'P0001';
  end if;
  if _lead.email = 'deleted@account.invalid' then
    raise exception 'This customer’s data has been erased.' using errcode = 'P0001';
  end if;
  if exists (select from public.lead_desk where kind = _reply.kind and lead_id = _reply.lead_id and is_demo) then
    raise exception 'This enquiry belongs to the demo, so it can’t be replied to.' using errcode = 'P0001';
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values ('lead-reply', _lead.email, jsonb_strip_nulls(jsonb_build_object('name', _lead.name, 'subject', _reply.subject,
    'body', _reply.body, 'vehicleId', _lead.vehicle_id)), 'reply:' || _reply.id);
end
$$;
revoke all on function forecourt.queue_reply(public.lead_events) from public;

create function forecourt.take_reply_limit() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_an_hour constant integer := 100;
begin
  if not public.take_limit(format('reply:%s', auth.uid()), _most_an_hour, 3600) then
    raise exception 'You have sent too many emails in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
end
$$;
revoke all on function forecourt.take_reply_limit() from public;

-- Sends a reply to the customer through the outbox. `_id` comes from the screen, so that a double click sends one email.
create function public.send_reply(_id uuid, _kind text, _lead_id uuid, _subject text, _body text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _reply public.lead_events;
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  if exists (select from public.lead_events where id = _id) then
    return;
  end if;
  if not exists (select from public.lead_desk where kind = _kind and lead_id = _lead_id) then
    raise exception 'This lead no longer exists.' using errcode = 'PT404';
  end if;
  if length(coalesce(_body, '')) > 5000 or length(coalesce(_subject, '')) > 200
    or trim(coalesce(_body, '')) = '' or trim(coalesce(_subject, '')) = ''
  then
    raise exception 'Please enter a subject and a message.' using errcode = '23514';
  end if;
  -- The screen checks this too.
  if position('{{' in _subject || _body) > 0 then
    raise exception 'Please fill in every placeholder.' using errcode = '23514';
  end if;
  perform forecourt.take_reply_limit();
  insert into public.lead_events (id, kind, lead_id, event, subject, body, delivery)
  values (_id, _kind, _lead_id, 'reply', trim(_subject), trim(_body), 'pending')
  on conflict (id) do nothing
  returning * into _reply;
  -- Null if a simultaneous call was first.
  if _reply.id is not null then
    perform forecourt.queue_reply(_reply);
  end if;
end
$$;
revoke all on function public.send_reply(uuid, text, uuid, text, text) from public, anon;
grant execute on function public.send_reply(uuid, text, uuid, text, text) to authenticated;

-- Sends a reply again that failed or is held, with the text it had. Does nothing to one that is on its way or sent.
create function public.resend_reply(_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _reply public.lead_events;
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  select * into _reply from public.lead_events where id = _id and event = 'reply' for update;
  if _reply.id is null then
    raise exception 'This reply no longer exists.' using errcode = 'PT404';
  end if;
  if _reply.delivery not in ('failed', 'held') then
    return;
  end if;
  perform forecourt.take_reply_limit();
  update public.email_outbox
  set status = 'pending', attempts = 0, next_attempt_at = now(), queued_at = now(), expires_at = null, last_error = null
  where dedupe_key = 'reply:' || _id and status in ('failed', 'held');
  if not found then
    -- An admin has discarded the email.
    perform forecourt.queue_reply(_reply);
  end if;
  update public.lead_events set delivery = 'pending', problem = null where id = _id;
  perform pg_catalog.pg_notify('email_outbox', 'now');
end
$$;
revoke all on function public.resend_reply(uuid) from public, anon;
grant execute on function public.resend_reply(uuid) to authenticated;

-- What sales staff need for a reply but cannot read in the settings: the templates, and the address to which customers
-- answer, as in composeMail.
create function public.reply_templates() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'templates', (select value from public.config where key = 'REPLY_TEMPLATES'),
    'replyTo', (
      select trim(value) from public.config
      where key in ('MAIL_REPLY_TO', 'COMPANY_EMAIL') and trim(value) <> '' order by key desc limit 1));
end
$$;
revoke all on function public.reply_templates() from public, anon;
grant execute on function public.reply_templates() to authenticated;

revoke all on function forecourt.open_lead(), forecourt.leave_desk(), forecourt.record_lead_change(), forecourt.count_call_as_answer(),
  forecourt.record_lead_work(), forecourt.record_desk_change(), forecourt.check_assignee(), forecourt.follow_lead_mail()
  from public;
