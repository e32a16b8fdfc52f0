set check_function_bodies = off;

drop policy "staff read contact messages" on public.contact_messages;

alter table public.lead_events drop constraint lead_events_event_check;
alter table public.lead_events add constraint lead_events_event_check CHECK ((event = ANY (ARRAY['note'::text, 'call'::text, 'reply'::text, 'email'::text, 'assigned'::text, 'status'::text, 'answered'::text, 'planned'::text, 'cancelled'::text, 'asked'::text])));

-- The caller's own test drive, locked, if it can still be changed.
create function forecourt.own_coming_test_drive(_id uuid) returns public.test_drives
language plpgsql security definer set search_path = '' as $$
declare
  _drive public.test_drives;
begin
  perform forecourt.require_own_session();
  select * into _drive from public.test_drives
  where id = _id and (user_id = auth.uid() or (user_id is null and email = forecourt.own_email()))
    and status <> 'Closed' and preferred_date > forecourt.london_now()
  for update;
  if not found then
    raise exception 'This test drive can no longer be changed here. Please contact us.' using errcode = 'P0001';
  end if;
  return _drive;
end
$$;

-- Adds the customer's wish to the timeline and tells the dealer, as for a new lead.
create function forecourt.tell_about_test_drive(_drive public.test_drives, _change text, _message text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.lead_events (kind, lead_id, event, body, actor_id)
  values ('test-drive', _drive.id, _change, coalesce(_message, ''), null);
  perform forecourt.queue_mail('admin-notification', null, jsonb_build_object(
    'enquiryType', 'test-drive', 'change', _change, 'leadId', _drive.id, 'customerName', _drive.name,
    'customerEmail', _drive.email, 'customerPhone', _drive.phone, 'vehicleId', _drive.vehicle_id,
    'vehicleTitle', _drive.vehicle_title, 'preferredDate', to_char(_drive.preferred_date, 'DD/MM/YYYY'),
    'preferredTime', to_char(_drive.preferred_date, 'HH24:MI'), 'message', nullif(_message, '')
  ), format('test-drive:%s:%s:%s', _drive.id, _change, gen_random_uuid()));
end
$$;

-- The test drive keeps its time until staff have agreed another one. It is New again in the inbox.
create function public.ask_for_another_time(_id uuid, _message text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_a_day constant integer := 5;
  _drive constant public.test_drives := forecourt.own_coming_test_drive(_id);
begin
  if length(trim(coalesce(_message, ''))) not between 1 and 1000 then
    raise exception 'Please tell us when would suit you.' using errcode = '23514';
  end if;
  if not public.take_limit(format('another-time:%s', auth.uid()), _most_a_day, 86400) then
    raise exception 'You have asked us several times today. Please call us.' using errcode = 'PT429';
  end if;
  update public.test_drives set status = 'Scheduled', answered_at = null where id = _drive.id;
  perform forecourt.tell_about_test_drive(_drive, 'asked', trim(_message));
end
$$;

-- The time can be booked again at once.
create function public.cancel_my_test_drive(_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _drive constant public.test_drives := forecourt.own_coming_test_drive(_id);
begin
  update public.test_drives set status = 'Closed' where id = _drive.id;
  perform forecourt.tell_about_test_drive(_drive, 'cancelled', null);
end
$$;

-- The part of the timelines of the caller's leads that is theirs to read: the replies that were sent to them, and what
-- they asked for themselves. The tables' policies decide in the same way which leads are the caller's.
create function public.my_lead_events()
returns table (kind text, lead_id uuid, event text, subject text, body text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  _max constant integer := 500;
  _user_id constant uuid := forecourt.enabled_user_id();
  _email constant text := forecourt.own_email();
begin
  if _user_id is null or not forecourt.second_step_done() then
    return;
  end if;
  return query
    select e.kind, e.lead_id, e.event, e.subject, e.body, e.created_at
    from (
      select 'enquiry' as kind, id from public.enquiries where user_id = _user_id or (user_id is null and email = _email)
      union all
      select 'test-drive', id from public.test_drives where user_id = _user_id or (user_id is null and email = _email)
      union all
      select 'contact', id from public.contact_messages where user_id = _user_id or (user_id is null and email = _email)
    ) own
    join public.lead_events e on e.kind = own.kind and e.lead_id = own.id
    where e.event in ('asked', 'cancelled') or (e.event = 'reply' and e.delivery = 'sent')
    order by e.created_at desc limit _max;
end
$$;

-- There is no policy for insert, because only the service adds messages, after checking the captcha and the limits.
create policy "staff read every contact message, customers their own" on public.contact_messages
  for select to authenticated using (
    (select public.is_staff()) or (
      (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
      and (select forecourt.second_step_done())
    )
  );

revoke all on function forecourt.own_coming_test_drive(uuid) from public;
revoke all on function forecourt.tell_about_test_drive(public.test_drives, text, text) from public;
revoke all on function public.cancel_my_test_drive(uuid), public.ask_for_another_time(uuid, text) from public, anon;
grant execute on function public.cancel_my_test_drive(uuid), public.ask_for_another_time(uuid, text) to authenticated;
revoke all on function public.my_lead_events() from public, anon;
grant execute on function public.my_lead_events() to authenticated;

reset check_function_bodies;
