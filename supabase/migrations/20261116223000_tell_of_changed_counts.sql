-- What is kept of an answer is dropped when a table that it was made from changes: these two are read by visitors as well.
create trigger listed_vehicle_counts_changed after insert or update or delete on public.listed_vehicle_counts
  for each statement execute function forecourt.notify_change();
create trigger settings_changed after insert or update or delete on forecourt.settings
  for each statement execute function forecourt.notify_change();
