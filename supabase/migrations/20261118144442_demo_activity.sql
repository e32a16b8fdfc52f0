set check_function_bodies = off;

alter table public.lead_desk add column is_demo boolean not null default false;

alter table public.people add column is_demo boolean not null default false;

create index lead_desk_demo_idx on public.lead_desk (kind, lead_id) where is_demo;

-- Runs after every insert of a lead: finds its person and puts it on the desk.
create or replace function forecourt.open_lead() returns trigger
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
  insert into public.lead_desk (kind, lead_id, person_id, source, is_demo)
  values (_kind, new.id, _person_id, coalesce(to_jsonb(new) ->> 'came_by', 'website'), forecourt.is_demo());
  return null;
end
$$;

-- Finds or adds the person that a lead belongs to: by account, then by email address. By telephone only if exactly one
-- person has the number, because families and companies share numbers; otherwise the person page suggests a merge.
-- `_user_id` is an account that has proved `_email`, or null.
create or replace function forecourt.person_for(_user_id uuid, _name text, _email text, _phone text) returns uuid
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
    insert into public.people (name, email, phone, user_id, is_demo, merged_into, merged_at)
    values (left(trim(coalesce(_name, '')), 200), _address, left(_digits, 50), _user_id, forecourt.is_demo(),
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

-- Runs after every insert and queues one email to the customer and one to the dealer in the same transaction, so that
-- neither is lost.
create or replace function forecourt.queue_lead_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _date constant timestamp := to_jsonb(new) ->> 'preferred_date';
  _lead constant jsonb := jsonb_build_object(
    'vehicleId', to_jsonb(new) ->> 'vehicle_id',
    'vehicleTitle', to_jsonb(new) ->> 'vehicle_title',
    'preferredDate', to_char(_date, 'DD/MM/YYYY'),
    'preferredTime', to_char(_date, 'HH24:MI'),
    'message', nullif(new.message, '')
  );
begin
  if forecourt.is_demo() then
    return null;
  end if;
  perform forecourt.queue_confirmation(_kind.confirmation, new.email,
    _lead || jsonb_build_object('name', new.name), format('%s:%s:customer', _kind.kind, new.id),
    _date at time zone 'Europe/London');
  perform forecourt.queue_mail('admin-notification', null, _lead || jsonb_build_object(
    'enquiryType', _kind.kind, 'leadId', new.id, 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone
  ), format('%s:%s:admin', _kind.kind, new.id));
  return null;
end
$$;

-- Puts a reply into the outbox. Refuses it if the lead is gone or has no address.
create or replace function forecourt.queue_reply(_reply public.lead_events) returns void
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
  if exists (select from public.lead_desk where kind = _reply.kind and lead_id = _reply.lead_id and is_demo) then
    raise exception 'This enquiry belongs to the demo, so it can’t be replied to.' using errcode = 'P0001';
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values ('lead-reply', _lead.email, jsonb_strip_nulls(jsonb_build_object('name', _lead.name, 'subject', _reply.subject,
    'body', _reply.body, 'vehicleId', _lead.vehicle_id)), 'reply:' || _reply.id);
end
$$;

-- Selects all unused demo vehicles and those in _also. Returns how many vehicles and pictures would be removed. The demo's
-- leads go with them, however many vehicles are kept.
create or replace function public.choose_demo_vehicles(_also uuid[] default '{}') returns jsonb
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
      join public.vehicle_images using (vehicle_id) where removal = _removal),
    'leads', (select count(*) from public.lead_desk where is_demo));
end
$$;

create or replace function public.remove_demo_vehicles(_removal uuid, _also uuid[] default '{}') returns integer
language plpgsql set search_path = '' as $$
declare
  _removed integer;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  perform forecourt.remove_demo_activity();
  delete from public.vehicles where id in (
    select stock.id from public.demo_stock as stock
    join public.demo_vehicles as marked on marked.vehicle_id = stock.id
    where marked.removal = _removal and (not stock.is_used or stock.id = any (_also)) limit 250
  );
  get diagnostics _removed = row_count;
  return _removed;
end
$$;

-- Whether the demo is being added. Its leads and people are marked, and send no emails.
create function forecourt.is_demo() returns boolean
language sql stable as $$
  select pg_catalog.current_setting('forecourt.demo', true) is not distinct from 'on'
$$;

-- Removes the demo's leads, and its people unless they have sent a real lead in the meantime.
create function forecourt.remove_demo_activity() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _kind forecourt.lead_kinds;
  _ids uuid[];
begin
  if not (public.is_admin() or coalesce(auth.role(), '') not in ('anon', 'authenticated')) then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  for _kind in select * from forecourt.lead_kinds loop
    _ids := array(select lead_id from public.lead_desk where kind = _kind.kind and is_demo);
    delete from public.activity where subject_id = any (_ids);
    execute format('delete from public.%I where id = any ($1)', _kind.table_name) using _ids;
  end loop;
  delete from public.people where is_demo and not exists (
    select from public.lead_desk d join public.people p on p.id = d.person_id where p.root_id = people.root_id);
end
$$;

revoke all on function forecourt.remove_demo_activity() from public;

grant execute on function forecourt.remove_demo_activity() to authenticated, service_role;

-- All leads as one list that can be paged, each with what the desk knows about it. Runs with the caller's rights, so the
-- tables' policies apply: customers see their own leads, without the desk's columns. A scheduled test drive is shown as
-- New.
create or replace view public.inbox with (security_invoker = true) as
  select 'enquiry'::text as kind, id, name, email, phone, message, vehicle_id, vehicle_title, status,
    null::timestamp as preferred_date, created_at, answered_at, person_id, assignee_id, due_on, next_step, source, is_demo
  from public.enquiries left join public.lead_desk on lead_id = id and kind = 'enquiry'
  union all
  select 'test-drive'::text, id, name, email, phone, message, vehicle_id, vehicle_title,
    case status when 'Scheduled' then 'New' else status end, preferred_date, created_at,
    answered_at, person_id, assignee_id, due_on, next_step, source, is_demo
  from public.test_drives left join public.lead_desk on lead_id = id and kind = 'test-drive'
  union all
  select 'contact'::text, id, name, email, phone, message, null::uuid, ''::text, status, null::timestamp, created_at,
    answered_at, person_id, assignee_id, due_on, next_step, source, is_demo
  from public.contact_messages left join public.lead_desk on lead_id = id and kind = 'contact'
  union all
  select 'desk'::text, id, name, email, phone, message, vehicle_id, vehicle_title, status, null::timestamp, created_at,
    answered_at, person_id, assignee_id, due_on, next_step, source, is_demo
  from public.desk_leads left join public.lead_desk on lead_id = id and kind = 'desk';

-- A vehicle that has been edited or has leads is treated as the dealer's own, and is removed only if selected explicitly.
create or replace view public.demo_stock with (security_invoker = true) as
  select v.id, v.title, v.updated_at <> d.marked_at as is_edited, coalesce(l.leads, 0) as leads,
    v.updated_at <> d.marked_at or l.leads is not null as is_used
  from public.demo_vehicles d
  join public.vehicles v on v.id = d.vehicle_id
  left join (
    select vehicle_id, count(*)::integer as leads
    from public.inbox where vehicle_id is not null and is_demo is not true group by vehicle_id
  ) as l on l.vehicle_id = v.id;

-- A colleague is not a customer, unless they have sent a lead.
create function forecourt.forget_colleague() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.people where user_id = new.user_id and not exists (
    select from public.lead_desk d join public.people p on p.id = d.person_id where p.root_id = people.root_id);
  return null;
end
$$;
revoke all on function forecourt.forget_colleague() from public;
create trigger user_roles_forget_colleague after insert or update on public.user_roles
  for each row when (new.role <> 'user') execute function forecourt.forget_colleague();

reset check_function_bodies;
