-- A lead is always kept; what has a ceiling is the confirmation, which goes to an address that anyone can type: so many in
-- a day to one address, and so many in a day to all (what a mail provider takes before it takes no more). The ones above
-- wait for their turn in the outbox. One that would say the same as another that waits is not queued a second time, so a
-- flood leaves nobody with weeks of mail. The dealer's own notification has no ceiling: it never waits.
create function forecourt.queue_confirmation(_template text, _recipient text, _data jsonb, _dedupe_key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_a_day_to_one constant integer := 10;
  _most_a_day_to_all constant integer := 500;
  _due timestamptz;
begin
  -- Whoever is signed in writes to an address that they have proven to be theirs.
  if _recipient is distinct from forecourt.own_email() then
    select max(later.due) into _due from (
      (
        select next_attempt_at + interval '1 day' as due from public.email_outbox
        where recipient = _recipient and template in ('contact', 'enquiry', 'test-drive-confirmation')
        order by next_attempt_at desc offset _most_a_day_to_one - 1 limit 1
      )
      union all
      (
        select next_attempt_at + interval '1 day' from public.email_outbox
        where template in ('contact', 'enquiry', 'test-drive-confirmation')
        order by next_attempt_at desc offset _most_a_day_to_all - 1 limit 1
      )
    ) later where later.due > now();
  end if;
  if _due is not null and exists (
    select from public.email_outbox
    where recipient = _recipient and template = _template and status = 'pending' and next_attempt_at > now()
      and data - 'name' - 'message' = jsonb_strip_nulls(_data) - 'name' - 'message'
  ) then
    return;
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key, next_attempt_at)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key, coalesce(_due, now()))
  on conflict (dedupe_key) do nothing;
end
$$;
revoke all on function forecourt.queue_confirmation(text, text, jsonb, text) from public;

create index email_outbox_confirmations_idx on public.email_outbox (next_attempt_at)
  where template in ('contact', 'enquiry', 'test-drive-confirmation');
create index email_outbox_recipient_idx on public.email_outbox (recipient, next_attempt_at)
  where template in ('contact', 'enquiry', 'test-drive-confirmation');

create or replace function forecourt.queue_enquiry_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.queue_confirmation('enquiry', new.email, jsonb_build_object(
    'name', new.name, 'message', new.message, 'vehicleTitle', new.vehicle_title
  ), format('enquiry:%s:customer', new.id));
  perform forecourt.queue_mail('admin-notification', null, jsonb_build_object(
    'enquiryType', 'enquiry', 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone,
    'vehicleTitle', new.vehicle_title, 'message', new.message
  ), format('enquiry:%s:admin', new.id));
  return null;
end
$$;

create or replace function forecourt.queue_test_drive_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _when jsonb := jsonb_build_object(
    'vehicleTitle', new.vehicle_title,
    'preferredDate', to_char(new.preferred_date, 'DD/MM/YYYY'),
    'preferredTime', to_char(new.preferred_date, 'HH24:MI')
  );
begin
  perform forecourt.queue_confirmation('test-drive-confirmation', new.email,
    _when || jsonb_build_object('name', new.name), format('test-drive:%s:customer', new.id));
  perform forecourt.queue_mail('admin-notification', null, _when || jsonb_build_object(
    'enquiryType', 'test-drive', 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone,
    'message', nullif(new.message, '')
  ), format('test-drive:%s:admin', new.id));
  return null;
end
$$;

create or replace function forecourt.queue_contact_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.queue_confirmation('contact', new.email, jsonb_build_object(
    'name', new.name, 'message', new.message
  ), format('contact:%s:customer', new.id));
  perform forecourt.queue_mail('admin-notification', null, jsonb_build_object(
    'enquiryType', 'contact', 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone,
    'message', new.message
  ), format('contact:%s:admin', new.id));
  return null;
end
$$;
