-- A mail to the admin who asks for it, through the outbox like every other: whether it arrives is whether mail works.
alter table public.email_outbox drop constraint email_outbox_template_check;
alter table public.email_outbox add constraint email_outbox_template_check check (template in (
  'confirm-account', 'password-reset', 'sign-in', 'invite', 'email-change', 'reauthentication', 'text-message',
  'contact', 'enquiry', 'test-drive-confirmation', 'admin-notification', 'test-mail'
));
create index email_outbox_test_mails_idx on public.email_outbox (recipient, created_at desc) where template = 'test-mail';

-- One that waits is tried now instead: nobody needs two.
create function public.send_test_mail() returns void
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
  select email into _email from auth.users where id = auth.uid();
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
revoke all on function public.send_test_mail() from public, anon;
grant execute on function public.send_test_mail() to authenticated;
