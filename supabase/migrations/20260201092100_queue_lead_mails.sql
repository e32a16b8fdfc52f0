-- Mails are queued by the insert itself, so a browser that vanishes loses nothing. Definer: no caller may touch the outbox.
create function forecourt.queue_mail(_template text, _recipient text, _data jsonb, _dedupe_key text) returns void
language sql security definer set search_path = '' as $$
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key)
  on conflict (dedupe_key) do nothing
$$;
revoke all on function forecourt.queue_mail(text, text, jsonb, text) from public;

create function forecourt.queue_enquiry_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.queue_mail('enquiry', new.email, jsonb_build_object(
    'name', new.name, 'message', new.message, 'vehicleTitle', new.vehicle_title
  ), format('enquiry:%s:customer', new.id));
  perform forecourt.queue_mail('admin-notification', null, jsonb_build_object(
    'enquiryType', 'enquiry', 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone,
    'vehicleTitle', new.vehicle_title, 'message', new.message
  ), format('enquiry:%s:admin', new.id));
  return null;
end
$$;

create trigger enquiries_queue_mails after insert on public.enquiries
  for each row execute function forecourt.queue_enquiry_mails();

create function forecourt.queue_test_drive_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _when jsonb := jsonb_build_object(
    'vehicleTitle', new.vehicle_title,
    'preferredDate', to_char(new.preferred_date, 'DD/MM/YYYY'),
    'preferredTime', to_char(new.preferred_date, 'HH24:MI')
  );
begin
  perform forecourt.queue_mail('test-drive-confirmation', new.email,
    _when || jsonb_build_object('name', new.name), format('test-drive:%s:customer', new.id));
  perform forecourt.queue_mail('admin-notification', null, _when || jsonb_build_object(
    'enquiryType', 'test-drive', 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone,
    'message', nullif(new.message, '')
  ), format('test-drive:%s:admin', new.id));
  return null;
end
$$;

create trigger test_drives_queue_mails after insert on public.test_drives
  for each row execute function forecourt.queue_test_drive_mails();

create function forecourt.queue_contact_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.queue_mail('contact', new.email, jsonb_build_object(
    'name', new.name, 'message', new.message
  ), format('contact:%s:customer', new.id));
  perform forecourt.queue_mail('admin-notification', null, jsonb_build_object(
    'enquiryType', 'contact', 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone,
    'message', new.message
  ), format('contact:%s:admin', new.id));
  return null;
end
$$;

create trigger contact_messages_queue_mails after insert on public.contact_messages
  for each row execute function forecourt.queue_contact_mails();
