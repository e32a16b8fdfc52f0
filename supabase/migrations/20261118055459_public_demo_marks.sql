grant select (vehicle_id) on public.demo_vehicles to anon;

create trigger demo_vehicles_changed after insert or update or delete on public.demo_vehicles
  for each statement execute function forecourt.notify_change();

-- A vehicle page, which is read as a visitor, shows example features and specifications only for demo vehicles.
create policy "visitors see which vehicles are demo vehicles" on public.demo_vehicles
  for select to anon using (true);
