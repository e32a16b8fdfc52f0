-- `preferred_date` is wall-clock time in London, hence without a zone: one of the nine hourly slots.
create table public.test_drives (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  phone text not null check (length(phone) between 1 and 50),
  message text not null default '' check (length(message) <= 5000),
  vehicle_id uuid references public.vehicles on delete set null,
  vehicle_title text not null default '',
  preferred_date timestamp not null constraint test_drives_hourly_slot check (
    preferred_date = date_trunc('hour', preferred_date) and extract(hour from preferred_date) between 9 and 17
  ),
  status text not null default 'Scheduled' check (status in ('Scheduled', 'Responded', 'Closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index test_drives_slot_key on public.test_drives (vehicle_id, preferred_date) where status <> 'Closed';
create index test_drives_email_idx on public.test_drives (email, created_at desc); -- the customers' policy filters on it
create index test_drives_created_at_idx on public.test_drives (created_at desc);

alter table public.test_drives enable row level security;
revoke all on public.test_drives from anon, authenticated;
grant insert on public.test_drives to anon;
grant select, insert, update, delete on public.test_drives to authenticated;
grant all on public.test_drives to service_role;

create policy "visitors book test drives" on public.test_drives
  for insert to anon with check (true);
create policy "customers book under their own address" on public.test_drives
  for insert to authenticated with check (email = (select forecourt.own_email()) or (select public.is_admin()));
create policy "customers read their own test drives" on public.test_drives
  for select to authenticated using (email = (select forecourt.own_email()));
create policy "admins read every test drive" on public.test_drives
  for select to authenticated using ((select public.is_admin()));
create policy "admins change test drives" on public.test_drives
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete test drives" on public.test_drives
  for delete to authenticated using ((select public.is_admin()));

create trigger test_drives_prepare before insert on public.test_drives
  for each row execute function forecourt.prepare_lead('Scheduled');
create trigger test_drives_touch before update on public.test_drives
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger test_drives_changed after insert or update or delete on public.test_drives
  for each statement execute function forecourt.notify_change();
