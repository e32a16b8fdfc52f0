-- Every mail waits here until a worker has sent it. The data holds links that open accounts: nobody but the service.
create table public.email_outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template in (
    'confirm-account', 'password-reset', 'contact', 'enquiry', 'test-drive-confirmation', 'admin-notification'
  )),
  recipient text, -- null: the ADMIN_EMAIL setting, looked up when the mail is sent
  data jsonb not null default '{}',
  dedupe_key text unique,
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  last_error text,
  message_id text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index email_outbox_due_idx on public.email_outbox (next_attempt_at) where status in ('pending', 'sending');
create index email_outbox_created_at_idx on public.email_outbox (created_at);

alter table public.email_outbox enable row level security;
revoke all on public.email_outbox from anon, authenticated;
grant all on public.email_outbox to service_role;

create function forecourt.wipe_sent_mail() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.data := '{}';
  return new;
end
$$;

create trigger email_outbox_wipe before update of status on public.email_outbox
  for each row when (new.status = 'sent') execute function forecourt.wipe_sent_mail();

create function forecourt.notify_outbox() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('email_outbox', '');
  return null;
end
$$;

create trigger email_outbox_notify after insert on public.email_outbox
  for each statement execute function forecourt.notify_outbox();

create function public.outbox_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'pending', count(*) filter (where status in ('pending', 'sending')),
      'failed', count(*) filter (where status = 'failed'),
      'oldest_pending_at', min(created_at) filter (where status in ('pending', 'sending'))
    )
    from public.email_outbox
  );
end
$$;

revoke all on function public.outbox_status() from public, anon;
grant execute on function public.outbox_status() to authenticated, service_role;
