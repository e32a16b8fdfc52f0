-- Copies of the dealer's notifications go with the account that they tell of, like the notifications themselves. A colleague
-- who deletes an account of their own still hears of other customers.
drop index public.email_outbox_customer_idx;
create index email_outbox_customer_idx on public.email_outbox ((data ->> 'customerEmail'))
  where template = 'admin-notification' and status <> 'sent';

-- Everything that was sent under an address. Open leads are closed: there is nobody left to answer.
create or replace function forecourt.blank_leads(_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _name constant text := 'Deleted account';
  _nobody constant text := 'deleted@account.invalid';
  _message constant text := 'Deleted with the account.';
begin
  update public.activity a set summary = format('Enquiry from a deleted account about %s', e.vehicle_title)
  from public.enquiries e where e.email = _email and a.subject_id = e.id;
  update public.activity a set summary = format('Test drive of %s booked by a deleted account', t.vehicle_title)
  from public.test_drives t where t.email = _email and a.subject_id = t.id;
  update public.activity a set summary = 'Message from a deleted account'
  from public.contact_messages m where m.email = _email and a.subject_id = m.id;

  delete from forecourt.lead_origins where lead_id in (
    select id from public.enquiries where email = _email union all select id from public.test_drives where email = _email
  );
  update public.enquiries set name = _name, email = _nobody, phone = '-', message = _message, status = 'Closed'
  where email = _email;
  update public.test_drives set name = _name, email = _nobody, phone = '-', message = '', status = 'Closed'
  where email = _email;
  update public.contact_messages set name = _name, email = _nobody, phone = '', message = _message, status = 'Closed'
  where email = _email;

  delete from public.email_outbox
  where recipient = _email and (template <> 'admin-notification' or status = 'sent');
  delete from public.email_outbox
  where template = 'admin-notification' and status <> 'sent' and data ->> 'customerEmail' = _email;
end
$$;

create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _session_id uuid := forecourt.require_own_session();
  _id uuid := auth.uid();
  _proved_email text := forecourt.own_email();
  _user record;
begin
  if not forecourt.has_just_proved_identity(_session_id) then
    raise exception 'Please show again who you are.' using errcode = '42501';
  end if;
  select email, email_change into _user from auth.users where id = _id for update;

  if _proved_email is not null then
    perform forecourt.blank_leads(_proved_email);
  end if;
  -- Links to this account, wherever they were sent.
  delete from public.email_outbox
  where recipient in (_user.email, nullif(_user.email_change, ''))
    and template in ('confirm-account', 'password-reset', 'sign-in', 'invite', 'email-change', 'reauthentication');
  delete from public.email_outbox where dedupe_key = any (forecourt.notification_keys(format('registration:%s:admin', _id)));
  update public.activity set subject_id = null, summary = case kind
    when 'second_steps_reset' then 'A deleted account: two-step verification reset'
    else 'A customer ' || replace(kind, 'customer_', '')
  end where subject_id = _id;
  update public.customer_disable_history set customer_email = '' where customer_id = _id;
  delete from public.function_limits where key = format('my-data:%s', _id);
  delete from auth.flow_state where user_id = _id;
  delete from auth.users where id = _id;
  perform forecourt.record_activity('account_deleted', 'An account was deleted by its owner');
end
$$;
