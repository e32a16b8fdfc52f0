-- What send-email checks a browser's call against. The mails themselves were queued by the insert.
create function public.has_recent_lead(_kind text, _email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case _kind
    when 'enquiry' then exists (
      select from public.enquiries
      where email = lower(_email) and created_at > now() - interval '10 minutes')
    when 'test-drive' then exists (
      select from public.test_drives
      where email = lower(_email) and created_at > now() - interval '10 minutes')
    when 'contact' then exists (
      select from public.contact_messages
      where email = lower(_email) and created_at > now() - interval '10 minutes')
    when 'registration' then exists (
      select from auth.users
      where email = lower(_email) and created_at > now() - interval '10 minutes')
    else false
  end
$$;
revoke execute on function public.has_recent_lead(text, text) from public, anon, authenticated;
grant execute on function public.has_recent_lead(text, text) to service_role;

-- The same message handed in again (a second click, a retry after a lost answer) is the same message.
create function public.keep_contact_message(_name text, _email text, _phone text, _message text) returns void
language plpgsql set search_path = '' as $$
begin
  -- One at a time for one address, or two clicks at once would both find nothing.
  perform pg_advisory_xact_lock(hashtextextended('contact:' || lower(_email), 0));
  if exists (
    select from public.contact_messages
    where email = lower(_email) and message = _message and created_at > now() - interval '10 minutes'
  ) then
    return;
  end if;
  insert into public.contact_messages (name, email, phone, message)
  values (_name, lower(_email), _phone, _message);
end
$$;
revoke execute on function public.keep_contact_message(text, text, text, text) from public, anon, authenticated;
grant execute on function public.keep_contact_message(text, text, text, text) to service_role;

-- A client that names the phone number only in its second call: the message gets it, and the mail if still unsent.
create function public.add_contact_phone(_email text, _phone text) returns void
language sql set search_path = '' as $$
  with completed as (
    update public.contact_messages set phone = _phone
    where email = lower(_email) and phone = '' and created_at > now() - interval '10 minutes'
    returning id
  )
  update public.email_outbox set data = data || jsonb_build_object('customerPhone', _phone)
  where dedupe_key in (select 'contact:' || id || ':admin' from completed) and status = 'pending'
$$;
revoke execute on function public.add_contact_phone(text, text) from public, anon, authenticated;
grant execute on function public.add_contact_phone(text, text) to service_role;
