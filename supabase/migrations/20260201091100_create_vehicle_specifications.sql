-- Specifications keep the order in which they were given: that of their ids.
create table public.vehicle_specifications (
  id bigint primary key generated always as identity,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  spec_key text not null check (length(trim(spec_key)) between 1 and 100),
  spec_value text not null check (length(trim(spec_value)) between 1 and 500),
  constraint vehicle_specifications_once unique (vehicle_id, spec_key)
);

alter table public.vehicle_specifications enable row level security;
revoke all on public.vehicle_specifications from anon, authenticated;
grant select on public.vehicle_specifications to anon;
grant select, insert, update, delete on public.vehicle_specifications to authenticated;
grant all on public.vehicle_specifications to service_role;

create policy "everyone sees vehicle specifications" on public.vehicle_specifications
  for select to anon, authenticated using (true);
create policy "admins add vehicle specifications" on public.vehicle_specifications
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change vehicle specifications" on public.vehicle_specifications
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete vehicle specifications" on public.vehicle_specifications
  for delete to authenticated using ((select public.is_admin()));

create trigger vehicle_specifications_changed after insert or update or delete on public.vehicle_specifications
  for each statement execute function forecourt.notify_change();
