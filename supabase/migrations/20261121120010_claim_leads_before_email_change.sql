-- Leads made as a guest, and emails, belong to the account that has proved the address. When the account leaves the address they
-- are marked with the account, so that it keeps them, and whoever has the address next does not get them.
alter table public.email_outbox add column user_id uuid references auth.users on delete set null;
create index email_outbox_user_id_idx on public.email_outbox (user_id, created_at desc) where user_id is not null;

-- Without proof, only emails about the account itself are its own.
create function forecourt.claim_email(_user_id uuid, _email text, _confirmed_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _is_proved constant boolean := _confirmed_at is not null
    and not exists (select from forecourt.unproved_emails where user_id = _user_id);
begin
  update public.email_outbox set user_id = _user_id
  where user_id is null and recipient = _email and case
    when template = 'admin-notification' then _is_proved and status = 'sent'
    when template in ('contact', 'enquiry', 'test-drive-confirmation', 'test-mail') then _is_proved
    else true
  end;
  if not _is_proved then
    return;
  end if;
  update public.email_outbox set user_id = _user_id
  where user_id is null and template = 'admin-notification' and status <> 'sent' and data ->> 'customerEmail' = _email;
  update public.enquiries set user_id = _user_id where user_id is null and email = _email;
  update public.test_drives set user_id = _user_id where user_id is null and email = _email;
  update public.contact_messages set user_id = _user_id where user_id is null and email = _email;
end
$$;

create function forecourt.claim_former_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  return null;
end
$$;
revoke all on function forecourt.claim_email(uuid, text, timestamptz), forecourt.claim_former_email() from public;

create trigger on_auth_user_email_left after update of email on auth.users
  for each row when (old.email is not null and new.email is distinct from old.email)
  execute function forecourt.claim_former_email();
