-- The back office's inbox: all leads as one list, and its search.

-- All leads as one list that can be paged, each with what the desk knows about it, for staff. Runs with the caller's
-- rights, so the tables' policies apply. Everything that the inbox filters and sorts by is on the desk. Reading only the
-- desk's columns does not read the tables of leads, so a page deep in the list is found by its ids first.
create view public.inbox with (security_invoker = true) as
  select d.kind, d.lead_id as id, d.name,
    coalesce(e.email, t.email, c.email, v.email) as email, coalesce(e.phone, t.phone, c.phone, v.phone) as phone,
    coalesce(e.message, t.message, c.message, v.message) as message, d.vehicle_id, d.vehicle_title, d.status,
    t.preferred_date, d.created_at, d.answered_at, d.person_id, d.assignee_id, d.due_on, d.next_step, d.source, d.is_demo
  from public.lead_desk d
  left join public.enquiries e on d.kind = 'enquiry' and e.id = d.lead_id
  left join public.test_drives t on d.kind = 'test-drive' and t.id = d.lead_id
  left join public.contact_messages c on d.kind = 'contact' and c.id = d.lead_id
  left join public.desk_leads v on d.kind = 'desk' and v.id = d.lead_id;
revoke all on public.inbox from anon, authenticated;
grant select on public.inbox to authenticated;
grant select on public.inbox to service_role;

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

-- The counts beside Enquiries in the menu: leads that nobody has opened, and open leads whose next step is overdue.
create function public.desk_counts() returns jsonb
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
revoke all on function public.desk_counts() from public, anon;
grant execute on function public.desk_counts() to authenticated, service_role;
