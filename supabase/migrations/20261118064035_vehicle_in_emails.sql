-- Emails about a lead show the vehicle, and all emails greet people in the same way.

set check_function_bodies = off;

-- Emails the account's owner, because someone else is removing their two-step verification.
create or replace function forecourt.drop_second_steps(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _was_verified boolean := exists (
    select from auth.mfa_factors where user_id = _user_id and status = 'verified'
  );
begin
  delete from auth.mfa_factors where user_id = _user_id;
  if _was_verified then
    delete from auth.sessions where user_id = _user_id;
    perform forecourt.record_second_steps_reset(_user_id);
    insert into public.email_outbox (template, recipient, data)
    select 'two-steps-changed', users.email,
      jsonb_build_object('name', trim(concat_ws(' ', users.raw_user_meta_data ->> 'first_name',
        users.raw_user_meta_data ->> 'last_name')), 'change', 'reset', 'at', now())
    from auth.users where id = _user_id and coalesce(email, '') <> '';
  end if;
end
$$;

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
    'enquiryType', _kind.kind, 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone
  ), format('%s:%s:admin', _kind.kind, new.id));
  return null;
end
$$;

reset check_function_bodies;
