set check_function_bodies = off;

-- Runs after every insert and queues one email to the customer and one to the dealer in the same transaction, so that
-- neither is lost.
create or replace function forecourt.queue_lead_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _date constant timestamp := to_jsonb(new) ->> 'preferred_date';
  _lead constant jsonb := jsonb_build_object(
    'vehicleId', to_jsonb(new) ->> 'vehicle_id',
    'vehicleTitle', to_jsonb(new) ->> 'vehicle_title',
    'preferredDate', to_char(_date, 'DD/MM/YYYY'),
    'preferredTime', to_char(_date, 'HH24:MI'),
    'message', nullif(new.message, '')
  );
begin
  perform forecourt.queue_confirmation(_kind.confirmation, new.email,
    _lead || jsonb_build_object('name', new.name), format('%s:%s:customer', _kind.kind, new.id),
    _date at time zone 'Europe/London');
  perform forecourt.queue_mail('admin-notification', null, _lead || jsonb_build_object(
    'enquiryType', _kind.kind, 'leadId', new.id, 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone
  ), format('%s:%s:admin', _kind.kind, new.id));
  return null;
end
$$;

reset check_function_bodies;
