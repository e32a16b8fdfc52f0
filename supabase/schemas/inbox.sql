-- The back office's inbox: all leads as one list, and its search.

-- Enquiries, test drives and contact messages as one list that can be paged. Runs with the caller's rights, so the
-- tables' policies apply. A scheduled test drive is shown as New.
create view public.inbox with (security_invoker = true) as
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
revoke all on public.inbox from anon, authenticated;
grant select on public.inbox to authenticated;
grant select on public.inbox to service_role;

-- Finds leads by their words, or by a part of their telephone number (digits as in forecourt.phone_digits). Matches
-- anywhere in a word. A search for a term of one or two letters cannot use the trigram index and scans all leads, which
-- takes about 0.1 seconds for 100,000 leads.
create function public.search_inbox(_words text[], _phone text default null) returns setof public.inbox
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
revoke all on function public.search_inbox(text[], text) from public, anon;
grant execute on function public.search_inbox(text[], text) to authenticated, service_role;
