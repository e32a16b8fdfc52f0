set check_function_bodies = off;

-- Puts a reply into the outbox. Refuses it if the lead is gone or has no address.
create or replace function forecourt.queue_reply(_reply public.lead_events) returns void
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
  if _lead.email = 'deleted@account.invalid' then
    raise exception 'This customer’s data has been erased.' using errcode = 'P0001';
  end if;
  if exists (select from public.lead_desk where kind = _reply.kind and lead_id = _reply.lead_id and is_demo) then
    raise exception 'This enquiry belongs to the demo, so it can’t be replied to.' using errcode = 'P0001';
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values ('lead-reply', _lead.email, jsonb_strip_nulls(jsonb_build_object('name', _lead.name, 'subject', _reply.subject,
    'body', _reply.body, 'vehicleId', _lead.vehicle_id)), 'reply:' || _reply.id);
end
$$;

reset check_function_bodies;
