-- Accounts whose address counts as confirmed although nobody read a mail of ours at it: autoconfirm, or a provider that is
-- not the one who hands such addresses out. They sign in; what was sent under the address stays closed to them.
create table forecourt.unproved_emails (
  user_id uuid primary key references auth.users on delete cascade
);
alter table forecourt.unproved_emails enable row level security;
revoke all on forecourt.unproved_emails from public, anon, authenticated;

create or replace function forecourt.own_email() returns text
language sql stable security definer set search_path = '' as $$
  select lower(users.email)
  from auth.users join public.profiles on profiles.id = users.id
  where users.id = auth.uid() and users.email_confirmed_at is not null and not profiles.disabled
    and not exists (select from forecourt.unproved_emails where user_id = users.id)
$$;
