-- What stands below the price of each vehicle was in the code, too.
insert into forecourt.settings (key, readable_by, tab) values ('PAGES_VEHICLE_LINE', 'visitor', 'pages')
on conflict (key) do update set readable_by = excluded.readable_by, tab = excluded.tab;

insert into public.config (key, value) values
  ('PAGES_VEHICLE_LINE', 'Free 6 month warranty. Part exchange welcome. Delivery across the UK mainland.')
on conflict (key) do nothing;
