-- Features keep the order in which they were given: that of their ids.
create table public.vehicle_features (
  id bigint primary key generated always as identity,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  feature text not null check (length(trim(feature)) between 1 and 200),
  constraint vehicle_features_once unique (vehicle_id, feature)
);

alter table public.vehicle_features enable row level security;
revoke all on public.vehicle_features from anon, authenticated;
grant select on public.vehicle_features to anon;
grant select, insert, update, delete on public.vehicle_features to authenticated;
grant all on public.vehicle_features to service_role;

create policy "everyone sees vehicle features" on public.vehicle_features
  for select to anon, authenticated using (true);
create policy "admins add vehicle features" on public.vehicle_features
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change vehicle features" on public.vehicle_features
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete vehicle features" on public.vehicle_features
  for delete to authenticated using ((select public.is_admin()));

create trigger vehicle_features_changed after insert or update or delete on public.vehicle_features
  for each statement execute function forecourt.notify_change();
