-- Enquiries, test drives and contact messages as one list, for the back office: it pages across the three. Runs with the
-- reader's rights, so the policies of the tables decide. A scheduled test drive is new to staff.
create view public.inbox with (security_invoker = true) as
  select 'enquiry'::text as kind, id, name, email, phone, message, vehicle_id, vehicle_title, status,
    null::timestamp as preferred_date, created_at
  from public.enquiries
  union all
  select 'test-drive'::text, id, name, email, phone, message, vehicle_id, vehicle_title,
    case status when 'Scheduled' then 'New' else status end, preferred_date, created_at
  from public.test_drives
  union all
  select 'message'::text, id, name, email, phone, message, null::uuid, ''::text, status, null::timestamp, created_at
  from public.contact_messages;

revoke all on public.inbox from anon, authenticated;
grant select on public.inbox to authenticated;
grant select on public.inbox to service_role;
