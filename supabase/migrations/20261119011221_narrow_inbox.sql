-- The desk keeps each lead's name and vehicle title, so that searches, sorting and pages deep in the inbox read only the
-- desk and not the tables of leads.
set check_function_bodies = off;

drop trigger contact_messages_record_change on public.contact_messages;
drop trigger desk_leads_record_change on public.desk_leads;
drop trigger enquiries_record_change on public.enquiries;
drop trigger test_drives_record_change on public.test_drives;
drop function public.expiring_leads(text[],text);
drop function public.search_inbox(text[],text);

alter table public.lead_desk add column name text not null default '';
alter table public.lead_desk add column vehicle_title text not null default '';
update public.lead_desk d set name = i.name, vehicle_title = i.vehicle_title
from public.inbox i where i.kind = d.kind and i.id = d.lead_id;

-- Runs after every insert of a lead: finds its person and puts it on the desk.
create or replace function forecourt.open_lead() returns trigger
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

-- Keeps the desk's copies and records what changed.
create or replace function forecourt.record_lead_change() returns trigger
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

-- What staff do with a lead, for the list of activity. That they opened it, and what they plan, is only in its timeline.
create or replace function forecourt.record_lead_work() returns trigger
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

-- The inbox's list of these leads, with its search.
create function public.expiring_leads(_words text[] default '{}', _phone text default null) returns setof public.lead_desk
language sql stable set search_path = '' as $$
  select d.* from public.search_inbox(_words, _phone) d join public.retention_notices n using (kind, lead_id)
$$;

revoke all on function public.expiring_leads(text[], text) from public, anon;

grant execute on function public.expiring_leads(text[], text) to authenticated, service_role;

-- Finds leads on the desk by their words, or by a part of their telephone number (digits as in forecourt.phone_digits).
-- Matches anywhere in a word. A search for a term of one or two letters cannot use the trigram index and scans all leads,
-- which takes about 0.1 seconds for 100,000 leads.
create function public.search_inbox(_words text[], _phone text default null) returns setof public.lead_desk
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
    'select d.* from public.lead_desk d where d.lead_id in (select id from forecourt.lead_words where '
    || coalesce(_conditions, 'true')
    || coalesce(format(' or phone like %L', '%' || regexp_replace(_phone, '[^0-9]', '', 'g') || '%'), '') || ')';
end
$$;

revoke all on function public.search_inbox(text[], text) from public, anon;

grant execute on function public.search_inbox(text[], text) to authenticated, service_role;

-- All leads as one list that can be paged, each with what the desk knows about it, for staff. Runs with the caller's
-- rights, so the tables' policies apply. Everything that the inbox filters and sorts by is on the desk. Reading only the
-- desk's columns does not read the tables of leads, so a page deep in the list is found by its ids first.
create or replace view public.inbox with (security_invoker = true) as
  select d.kind, d.lead_id as id, d.name,
    coalesce(e.email, t.email, c.email, v.email) as email, coalesce(e.phone, t.phone, c.phone, v.phone) as phone,
    coalesce(e.message, t.message, c.message, v.message) as message, d.vehicle_id, d.vehicle_title, d.status,
    t.preferred_date, d.created_at, d.answered_at, d.person_id, d.assignee_id, d.due_on, d.next_step, d.source, d.is_demo
  from public.lead_desk d
  left join public.enquiries e on d.kind = 'enquiry' and e.id = d.lead_id
  left join public.test_drives t on d.kind = 'test-drive' and t.id = d.lead_id
  left join public.contact_messages c on d.kind = 'contact' and c.id = d.lead_id
  left join public.desk_leads v on d.kind = 'desk' and v.id = d.lead_id;

create trigger contact_messages_record_change after update of status, answered_at, created_at, name on public.contact_messages
  for each row execute function forecourt.record_lead_change();

create trigger desk_leads_record_change
  after update of status, answered_at, created_at, vehicle_id, name, vehicle_title on public.desk_leads
  for each row execute function forecourt.record_lead_change();
create trigger enquiries_record_change
  after update of status, answered_at, created_at, vehicle_id, name, vehicle_title on public.enquiries
  for each row execute function forecourt.record_lead_change();
create trigger test_drives_record_change
  after update of status, answered_at, created_at, vehicle_id, name, vehicle_title on public.test_drives
  for each row execute function forecourt.record_lead_change();

reset check_function_bodies;
