-- The back office's inbox: all leads as one list, and its search.

-- All leads as one list that can be paged, each with what the desk knows about it. Runs with the caller's rights, so the
-- tables' policies apply: customers see their own leads, without the desk's columns. A scheduled test drive is shown as
-- New.
create view public.inbox with (security_invoker = true) as
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
revoke all on function public.desk_counts() from public, anon;
grant execute on function public.desk_counts() to authenticated, service_role;
