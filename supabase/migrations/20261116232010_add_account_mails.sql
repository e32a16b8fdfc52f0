-- The mails of sign-in by link or code, of an address that changes, of an invitation, and the code that proves who is there.
alter table public.email_outbox drop constraint email_outbox_template_check;
alter table public.email_outbox add constraint email_outbox_template_check check (template in (
  'confirm-account', 'password-reset', 'sign-in', 'invite', 'email-change', 'reauthentication',
  'contact', 'enquiry', 'test-drive-confirmation', 'admin-notification'
));
