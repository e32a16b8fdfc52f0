create table public.car_makes (
  name text primary key check (length(name) between 1 and 100 and name = trim(name))
);

alter table public.car_makes enable row level security;
revoke all on public.car_makes from anon, authenticated;
grant select on public.car_makes to anon;
grant select, insert, update, delete on public.car_makes to authenticated;
grant all on public.car_makes to service_role;

create policy "everyone sees makes" on public.car_makes
  for select to anon, authenticated using (true);
create policy "admins add makes" on public.car_makes
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change makes" on public.car_makes
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete makes" on public.car_makes
  for delete to authenticated using ((select public.is_admin()));

create trigger car_makes_changed after insert or update or delete on public.car_makes
  for each statement execute function forecourt.notify_change();
