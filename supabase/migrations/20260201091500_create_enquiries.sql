create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  phone text not null check (length(phone) between 1 and 50),
  message text not null check (length(trim(message)) between 1 and 5000),
  vehicle_id uuid references public.vehicles on delete set null,
  vehicle_title text not null default '',
  status text not null default 'New' check (status in ('New', 'In Progress', 'Responded', 'Closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index enquiries_email_idx on public.enquiries (email, created_at desc); -- the customers' policy filters on it
create index enquiries_vehicle_id_idx on public.enquiries (vehicle_id);
create index enquiries_created_at_idx on public.enquiries (created_at desc);

alter table public.enquiries enable row level security;
revoke all on public.enquiries from anon, authenticated;
grant insert on public.enquiries to anon;
grant select, insert, update, delete on public.enquiries to authenticated;
grant all on public.enquiries to service_role;

create policy "visitors enquire" on public.enquiries
  for insert to anon with check (true);
create policy "customers enquire under their own address" on public.enquiries
  for insert to authenticated with check (email = (select forecourt.own_email()) or (select public.is_admin()));
create policy "customers read their own enquiries" on public.enquiries
  for select to authenticated using (email = (select forecourt.own_email()));
create policy "admins read every enquiry" on public.enquiries
  for select to authenticated using ((select public.is_admin()));
create policy "admins change enquiries" on public.enquiries
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete enquiries" on public.enquiries
  for delete to authenticated using ((select public.is_admin()));

create trigger enquiries_prepare before insert on public.enquiries
  for each row execute function forecourt.prepare_lead('New');
create trigger enquiries_touch before update on public.enquiries
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger enquiries_changed after insert or update or delete on public.enquiries
  for each statement execute function forecourt.notify_change();
