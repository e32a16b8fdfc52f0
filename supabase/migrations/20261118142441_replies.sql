set check_function_bodies = off;

-- Sends a reply to the customer through the outbox. `_id` comes from the screen, so that a double click sends one email.
create or replace function public.send_reply(_id uuid, _kind text, _lead_id uuid, _subject text, _body text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _reply public.lead_events;
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  if exists (select from public.lead_events where id = _id) then
    return;
  end if;
  if not exists (select from public.lead_desk where kind = _kind and lead_id = _lead_id) then
    raise exception 'This lead no longer exists.' using errcode = 'PT404';
  end if;
  if length(coalesce(_body, '')) > 5000 or length(coalesce(_subject, '')) > 200
    or trim(coalesce(_body, '')) = '' or trim(coalesce(_subject, '')) = ''
  then
    raise exception 'Please enter a subject and a message.' using errcode = '23514';
  end if;
  -- The screen checks this too.
  if position('{{' in _subject || _body) > 0 then
    raise exception 'Please fill in every placeholder.' using errcode = '23514';
  end if;
  perform forecourt.take_reply_limit();
  insert into public.lead_events (id, kind, lead_id, event, subject, body, delivery)
  values (_id, _kind, _lead_id, 'reply', trim(_subject), trim(_body), 'pending')
  on conflict (id) do nothing
  returning * into _reply;
  -- Null if a simultaneous call was first.
  if _reply.id is not null then
    perform forecourt.queue_reply(_reply);
  end if;
end
$$;

-- Puts a reply into the outbox. Refuses it if the lead is gone or has no address.
create function forecourt.queue_reply(_reply public.lead_events) returns void
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
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values ('lead-reply', _lead.email, jsonb_strip_nulls(jsonb_build_object('name', _lead.name, 'subject', _reply.subject,
    'body', _reply.body, 'vehicleId', _lead.vehicle_id)), 'reply:' || _reply.id);
end
$$;

revoke all on function forecourt.queue_reply(public.lead_events) from public;

create function forecourt.take_reply_limit() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_an_hour constant integer := 100;
begin
  if not public.take_limit(format('reply:%s', auth.uid()), _most_an_hour, 3600) then
    raise exception 'You have sent too many emails in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
end
$$;

revoke all on function forecourt.take_reply_limit() from public;

-- What sales staff need for a reply but cannot read in the settings: the templates, and the address to which customers
-- answer, as in composeMail.
create function public.reply_templates() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'templates', (select value from public.config where key = 'REPLY_TEMPLATES'),
    'replyTo', (
      select trim(value) from public.config
      where key in ('MAIL_REPLY_TO', 'COMPANY_EMAIL') and trim(value) <> '' order by key desc limit 1));
end
$$;

revoke all on function public.reply_templates() from public, anon;

grant execute on function public.reply_templates() to authenticated;

-- Sends a reply again that failed or is held, with the text it had. Does nothing to one that is on its way or sent.
create function public.resend_reply(_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _reply public.lead_events;
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  select * into _reply from public.lead_events where id = _id and event = 'reply' for update;
  if _reply.id is null then
    raise exception 'This reply no longer exists.' using errcode = 'PT404';
  end if;
  if _reply.delivery not in ('failed', 'held') then
    return;
  end if;
  perform forecourt.take_reply_limit();
  update public.email_outbox
  set status = 'pending', attempts = 0, next_attempt_at = now(), queued_at = now(), expires_at = null, last_error = null
  where dedupe_key = 'reply:' || _id and status in ('failed', 'held');
  if not found then
    -- An admin has discarded the email.
    perform forecourt.queue_reply(_reply);
  end if;
  update public.lead_events set delivery = 'pending', problem = null where id = _id;
  perform pg_catalog.pg_notify('email_outbox', 'now');
end
$$;

revoke all on function public.resend_reply(uuid) from public, anon;

grant execute on function public.resend_reply(uuid) to authenticated;

insert into forecourt.settings (key, readable_by, tab) values ('REPLY_TEMPLATES', 'admin', null);

insert into public.config (key, value) values ('REPLY_TEMPLATES', '[{"name":"The car is available","subject":"Your enquiry about the {{vehicle}}","text":"Hello {{name}},\n\nThank you for your enquiry. The {{vehicle}} is available, and the price is {{price}}.\n\nWould you like to come and see it, or take it for a test drive? Reply to this email or call us on {{telephone}}, and we’ll have it ready for you.\n\nKind regards,\n{{staff}}\n{{dealer}}"},{"name":"Confirm a test drive","subject":"Your test drive of the {{vehicle}}","text":"Hello {{name}},\n\nThe {{vehicle}} will be ready for your test drive on {{test drive}}. Please bring your full driving licence.\n\nIf you’d prefer another time, reply to this email or call us on {{telephone}}.\n\nKind regards,\n{{staff}}\n{{dealer}}"},{"name":"The car has been sold","subject":"The {{vehicle}} has been sold","text":"Hello {{name}},\n\nI’m sorry, but the {{vehicle}} has been sold.\n\nIf you tell me what matters most to you, such as your budget, the size of the car and the fuel type, I’ll let you know as soon as we have something suitable. You can also call us on {{telephone}}.\n\nKind regards,\n{{staff}}\n{{dealer}}"}]') on conflict (key) do nothing;

reset check_function_bodies;
