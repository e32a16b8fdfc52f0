-- Exporting and erasing a person, for admins.

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
    'saved_vehicles', forecourt.saved_vehicles_of(_users),
    'alerts', forecourt.alerts_of(_emails),
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('kind', o.template, 'to', o.recipient, 'status', o.status,
        'created_at', o.created_at, 'sent_at', o.sent_at) order by o.created_at desc)
      from (
        select * from public.email_outbox where recipient = any (_emails) order by created_at desc limit _max
      ) o), '[]'),
    'purchases', coalesce((
      select jsonb_agg(jsonb_build_object('vehicle', v.title, 'stock_number', v.stock_number, 'sold_on', s.sold_on,
        'price_pence', s.price_pence, 'channel', s.channel) order by s.sold_on desc)
      from (select * from public.vehicle_sales where buyer_id = any (_people) order by sold_on desc limit _max) s
      join public.vehicles v on v.id = s.vehicle_id), '[]'),
    'reservations', coalesce((
      select jsonb_agg(jsonb_build_object('vehicle', v.title, 'stock_number', v.stock_number, 'note', r.note,
        'reserved_at', r.reserved_at, 'reserved_until', v.reserved_until) order by r.reserved_at desc)
      from (select * from public.vehicle_reservations where person_id = any (_people) order by reserved_at desc limit _max) r
      join public.vehicles v on v.id = r.vehicle_id), '[]'));
  perform forecourt.record_activity('person_exported',
    forecourt.person_label(people) || ': data exported', null, _person_id) from public.people where id = _person_id;
  return _export;
end
$$;
revoke all on function public.export_person(uuid) from public, anon;
grant execute on function public.export_person(uuid) to authenticated, service_role;

-- Removes a person and the people merged into them from every table. Their leads stay without personal data, for the
-- figures, and so do the sales to them, which the law requires the dealer to keep. Their accounts are deleted;
-- forget_account does what concerns the account.
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
  perform forecourt.end_alerts(lower(email)) from unnest(_emails) as email;
  delete from public.email_outbox where recipient = any (_emails) or (
    template = 'admin-notification' and status <> 'sent' and data ->> 'customerEmail' = any (_emails));
  delete from public.people where id = any (_people);
  perform forecourt.record_activity('person_erased', 'A person was erased');
end
$$;
revoke all on function public.erase_person(uuid) from public, anon;
grant execute on function public.erase_person(uuid) to authenticated, service_role;
