create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 200),
  email text not null check (length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  phone text not null default '' check (length(phone) <= 50),
  message text not null check (length(trim(message)) between 1 and 5000),
  status text not null default 'New' check (status in ('New', 'Responded', 'Closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index contact_messages_created_at_idx on public.contact_messages (created_at desc);

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated;
grant select, update on public.contact_messages to authenticated;
grant all on public.contact_messages to service_role; -- only the service adds messages, after its bot check

create policy "admins read contact messages" on public.contact_messages
  for select to authenticated using ((select public.is_admin()));
create policy "admins change contact messages" on public.contact_messages
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create function forecourt.prepare_contact_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.email := lower(trim(new.email));
  return new;
end
$$;

create trigger contact_messages_prepare before insert on public.contact_messages
  for each row execute function forecourt.prepare_contact_message();
create trigger contact_messages_touch before update on public.contact_messages
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger contact_messages_changed after insert or update or delete on public.contact_messages
  for each statement execute function forecourt.notify_change();
