-- The role of an admin is given when an invitation is accepted in time, not when it is sent: a mailbox that is somebody
-- else's a year later opens nothing.
create table forecourt.invitations (
  user_id uuid primary key references auth.users on delete cascade,
  sent_at timestamptz not null default now()
);
alter table forecourt.invitations enable row level security;
revoke all on forecourt.invitations from public, anon, authenticated;

-- As long as the link in the mail of an invitation.
create function forecourt.invitation_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '24 hours' $$;
revoke all on function forecourt.invitation_lifetime() from public;

-- Only an account that waits for its first password: with one that a stranger chose, who holds the address would open the
-- back office to the stranger.
create or replace function public.welcome_colleague(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if not exists (
    select from auth.users where id = _user_id and invited_at is not null and confirmed_at is null
      and coalesce(encrypted_password, '') = ''
  ) then
    raise exception 'This account is not waiting for an invitation.' using errcode = 'PT409';
  end if;
  insert into forecourt.invitations (user_id) values (_user_id) on conflict (user_id) do update set sent_at = now();
  perform forecourt.record_activity('admin_invited', format('%s invited as an admin', email), null, id)
  from public.profiles where id = _user_id;
end
$$;

-- Whichever mail is read first at the address counts: the invitation itself, or one that resets a password. Another address
-- was not invited, and a disabled account is invited no longer.
create function forecourt.accept_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _sent_at timestamptz;
begin
  delete from forecourt.invitations where user_id = new.id returning sent_at into _sent_at;
  if new.email is not distinct from old.email and _sent_at > now() - forecourt.invitation_lifetime()
    and forecourt.is_proved(new.id) and exists (select from public.profiles where id = new.id and not disabled)
  then
    insert into public.user_roles (user_id, role) values (new.id, 'admin')
      on conflict (user_id) do update set role = excluded.role;
  end if;
  return null;
end
$$;
revoke all on function forecourt.accept_invitation() from public;

create trigger on_auth_user_invitation_accepted after update of email, email_confirmed_at on auth.users
  for each row when (
    new.email is distinct from old.email or (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  ) execute function forecourt.accept_invitation();
