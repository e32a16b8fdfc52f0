set check_function_bodies = off;

alter table public.contact_messages add column answered_at timestamptz;

alter table public.enquiries add column answered_at timestamptz;

alter table public.test_drives add column answered_at timestamptz;

-- Until now, the status was the only record of an answer, and customers were told so.
update public.enquiries set answered_at = updated_at where status in ('Responded', 'Closed');
update public.test_drives set answered_at = updated_at where status in ('Responded', 'Closed');
update public.contact_messages set answered_at = updated_at where status in ('Responded', 'Closed');

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

  if not forecourt.is_trusted() then
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
      raise exception 'Only an administrator may set the status.' using errcode = '42501';
    end if;
    new.created_at := now();
    new.updated_at := now();
    new.answered_at := null;
    -- Never from the request. Null for a guest.
    new.user_id := forecourt.session_user_id();
  elsif new.email = forecourt.own_email() then
    -- An admin can enter leads for customers; only those with the admin's own address belong to the admin.
    new.user_id := coalesce(new.user_id, forecourt.session_user_id());
  end if;
  return new;
end
$$;

-- Enquiries, test drives and contact messages as one list that can be paged. Runs with the caller's rights, so the
-- tables' policies apply. A scheduled test drive is shown as New.
create or replace view public.inbox with (security_invoker = true) as
  select 'enquiry'::text as kind, id, name, email, phone, message, vehicle_id, vehicle_title, status,
    null::timestamp as preferred_date, created_at, answered_at
  from public.enquiries
  union all
  select 'test-drive'::text, id, name, email, phone, message, vehicle_id, vehicle_title,
    case status when 'Scheduled' then 'New' else status end, preferred_date, created_at,
    answered_at
  from public.test_drives
  union all
  select 'contact'::text, id, name, email, phone, message, null::uuid, ''::text, status, null::timestamp, created_at,
    answered_at
  from public.contact_messages;

reset check_function_bodies;
