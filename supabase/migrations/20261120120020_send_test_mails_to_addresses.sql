-- A mail without a recipient goes to the admin email, and is counted for nobody.
create or replace function public.send_test_mail() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _email text;
  _found integer;
  _hourly constant int := 10;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.test_mail:' || auth.uid()::text, 0));
  select nullif(email, '') into _email from auth.users where id = auth.uid();
  if _email is null then
    raise exception 'Your account has no e-mail address.' using errcode = 'P0001';
  end if;
  update public.email_outbox set next_attempt_at = now(), queued_at = now(), attempts = 0
  where template = 'test-mail' and recipient = _email and status = 'pending';
  get diagnostics _found = row_count;
  if _found > 0 then
    perform pg_catalog.pg_notify('email_outbox', 'now');
    return;
  end if;
  if exists (select from public.email_outbox where template = 'test-mail' and recipient = _email and status = 'sending') then
    return;
  end if;
  if (select count(*) from public.email_outbox
      where template = 'test-mail' and recipient = _email and created_at > now() - interval '1 hour') >= _hourly then
    raise exception 'Enough test mails for an hour.' using errcode = 'PT429';
  end if;
  insert into public.email_outbox (template, recipient) values ('test-mail', _email);
end
$$;
