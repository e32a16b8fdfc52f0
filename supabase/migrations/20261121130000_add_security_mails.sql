-- Emails about changes to how an account is opened. They are queued with the change and depend on no setting.
alter table public.email_outbox drop constraint email_outbox_template_check;
alter table public.email_outbox add constraint email_outbox_template_check check (template in (
  'confirm-account', 'password-reset', 'sign-in', 'invite', 'email-change', 'reauthentication', 'text-message',
  'contact', 'enquiry', 'test-drive-confirmation', 'admin-notification', 'test-mail',
  'password-changed', 'two-steps-changed', 'recovery-code-used'
));

-- As before, and the owner is told: an admin or the operator of the site did this for them.
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
      jsonb_build_object('name', coalesce(users.raw_user_meta_data ->> 'first_name', ''), 'change', 'reset', 'at', now())
    from auth.users where id = _user_id and coalesce(email, '') <> '';
  end if;
end
$$;
