set check_function_bodies = off;

drop trigger contact_messages_record_change on public.contact_messages;
drop trigger desk_leads_record_change on public.desk_leads;
drop trigger enquiries_record_change on public.enquiries;
drop trigger lead_desk_touch on public.lead_desk;
drop trigger test_drives_record_change on public.test_drives;

alter table public.lead_desk add column created_at timestamptz not null default now();
alter table public.lead_desk add column status text not null default 'New';
alter table public.lead_desk add column answered_at timestamptz;
alter table public.lead_desk add column vehicle_id uuid;

update public.lead_desk d set created_at = l.created_at, answered_at = l.answered_at, vehicle_id = l.vehicle_id,
  status = l.status
from (
  select 'enquiry' as kind, id, created_at, answered_at, vehicle_id, status from public.enquiries
  union all
  select 'test-drive', id, created_at, answered_at, vehicle_id, case status when 'Scheduled' then 'New' else status end
  from public.test_drives
  union all
  select 'contact', id, created_at, answered_at, null, status from public.contact_messages
  union all
  select 'desk', id, created_at, answered_at, vehicle_id, status from public.desk_leads
) l
where l.kind = d.kind and l.id = d.lead_id;

drop index public.contact_messages_waiting_idx;
drop index public.desk_leads_waiting_idx;
drop index public.enquiries_waiting_idx;
drop index public.lead_desk_assignee_id_idx;

create index lead_desk_assignee_id_idx on public.lead_desk (assignee_id, created_at desc) where assignee_id is not null;

create index lead_desk_created_at_idx on public.lead_desk (created_at desc, lead_id);

create index lead_desk_lead_id_idx on public.lead_desk (lead_id);

create index lead_desk_new_idx on public.lead_desk (created_at desc, lead_id) where status = 'New';

create index lead_desk_vehicle_id_idx on public.lead_desk (vehicle_id) where vehicle_id is not null;

create index lead_desk_waiting_idx on public.lead_desk (created_at) where answered_at is null and status <> 'Closed';

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
    (kind, lead_id, person_id, source, is_demo, created_at, status, answered_at, vehicle_id)
  values (_kind.kind, new.id, _person_id, coalesce(to_jsonb(new) ->> 'came_by', 'website'), forecourt.is_demo(),
    new.created_at, case new.status when _kind.new_status then 'New' else new.status end, new.answered_at,
    (to_jsonb(new) ->> 'vehicle_id')::uuid);
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
    vehicle_id = (to_jsonb(new) ->> 'vehicle_id')::uuid
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

-- The counts beside Enquiries in the menu: leads that nobody has opened, and open leads whose next step is overdue.
create or replace function public.desk_counts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'unread', (select count(*) from public.lead_desk where status = 'New'),
    'overdue', (
      select count(*) from public.lead_desk where due_on < forecourt.london_today() and status <> 'Closed'));
end
$$;

-- A vehicle that has been edited or has leads is treated as the dealer's own, and is removed only if selected explicitly.
create or replace view public.demo_stock with (security_invoker = true) as
  select v.id, v.title, v.updated_at <> d.marked_at as is_edited, coalesce(l.leads, 0) as leads,
    v.updated_at <> d.marked_at or l.leads is not null as is_used
  from public.demo_vehicles d
  join public.vehicles v on v.id = d.vehicle_id
  left join (
    select vehicle_id, count(*)::integer as leads
    from public.lead_desk where vehicle_id is not null and not is_demo group by vehicle_id
  ) as l on l.vehicle_id = v.id;

-- All leads as one list that can be paged, each with what the desk knows about it, for staff. Runs with the caller's
-- rights, so the tables' policies apply. Filters and the order by time use the desk's indexes.
create or replace view public.inbox with (security_invoker = true) as
  select d.kind, d.lead_id as id, coalesce(e.name, t.name, c.name, v.name) as name,
    coalesce(e.email, t.email, c.email, v.email) as email, coalesce(e.phone, t.phone, c.phone, v.phone) as phone,
    coalesce(e.message, t.message, c.message, v.message) as message, d.vehicle_id,
    coalesce(e.vehicle_title, t.vehicle_title, v.vehicle_title, '') as vehicle_title, d.status, t.preferred_date,
    d.created_at, d.answered_at, d.person_id, d.assignee_id, d.due_on, d.next_step, d.source, d.is_demo
  from public.lead_desk d
  left join public.enquiries e on d.kind = 'enquiry' and e.id = d.lead_id
  left join public.test_drives t on d.kind = 'test-drive' and t.id = d.lead_id
  left join public.contact_messages c on d.kind = 'contact' and c.id = d.lead_id
  left join public.desk_leads v on d.kind = 'desk' and v.id = d.lead_id;

create trigger contact_messages_record_change after update of status, answered_at, created_at on public.contact_messages
  for each row execute function forecourt.record_lead_change();

create trigger desk_leads_record_change after update of status, answered_at, created_at, vehicle_id on public.desk_leads
  for each row execute function forecourt.record_lead_change();

create trigger enquiries_record_change after update of status, answered_at, created_at, vehicle_id on public.enquiries
  for each row execute function forecourt.record_lead_change();

-- A change of the lead itself is not a change on the desk.
create trigger lead_desk_touch before update on public.lead_desk
  for each row when ((new.assignee_id, new.next_step, new.due_on) is distinct from (old.assignee_id, old.next_step, old.due_on))
  execute function forecourt.touch_updated_at();

create trigger test_drives_record_change after update of status, answered_at, created_at, vehicle_id on public.test_drives
  for each row execute function forecourt.record_lead_change();

reset check_function_bodies;
