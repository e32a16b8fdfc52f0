-- Text messages that no provider takes away stay in the outbox, as mails without a mail server do.
alter table public.email_outbox drop constraint email_outbox_template_check;
alter table public.email_outbox add constraint email_outbox_template_check check (template in (
  'confirm-account', 'password-reset', 'sign-in', 'invite', 'email-change', 'reauthentication', 'text-message',
  'contact', 'enquiry', 'test-drive-confirmation', 'admin-notification'
));

-- Accounts whose phone number counts as confirmed although no code of ours was read there (GOTRUE_SMS_AUTOCONFIRM).
create table forecourt.unproved_phones (
  user_id uuid primary key references auth.users on delete cascade
);
alter table forecourt.unproved_phones enable row level security;
revoke all on forecourt.unproved_phones from public, anon, authenticated;
