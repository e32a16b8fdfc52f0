set check_function_bodies = off;

drop policy "users see vehicle features" on public.vehicle_features;
drop policy "users see vehicle images" on public.vehicle_images;
drop policy "users see vehicle specifications" on public.vehicle_specifications;
drop policy "visitors see vehicle features" on public.vehicle_features;
drop policy "visitors see vehicle images" on public.vehicle_images;
drop policy "visitors see vehicle specifications" on public.vehicle_specifications;

-- As the vehicles that the caller sees. Drafts are few, so their ids are read once for each statement. Looking up the
-- vehicle of every row doubled the time that a list with all its parts takes.
create function forecourt.hidden_vehicles() returns setof uuid
language sql stable security definer parallel safe rows 100 set search_path = '' as $$
  select id from public.vehicles where hidden;
$$;

revoke all on function forecourt.hidden_vehicles() from public;

grant execute on function forecourt.hidden_vehicles() to anon, authenticated, service_role;

create policy "users see vehicle features" on public.vehicle_features
  for select to authenticated
  using ((select forecourt.sees_drafts()) or vehicle_id not in (select forecourt.hidden_vehicles()));

create policy "users see vehicle images" on public.vehicle_images
  for select to authenticated
  using ((select forecourt.sees_drafts()) or vehicle_id not in (select forecourt.hidden_vehicles()));

create policy "users see vehicle specifications" on public.vehicle_specifications
  for select to authenticated
  using ((select forecourt.sees_drafts()) or vehicle_id not in (select forecourt.hidden_vehicles()));

create policy "visitors see vehicle features" on public.vehicle_features
  for select to anon using (vehicle_id not in (select forecourt.hidden_vehicles()));

create policy "visitors see vehicle images" on public.vehicle_images
  for select to anon using (vehicle_id not in (select forecourt.hidden_vehicles()));

create policy "visitors see vehicle specifications" on public.vehicle_specifications
  for select to anon using (vehicle_id not in (select forecourt.hidden_vehicles()));

reset check_function_bodies;
