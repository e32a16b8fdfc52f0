-- The dealer's pages on other networks, which were in the code. A new site has none: its footer then shows no row of them.
insert into forecourt.settings (key, readable_by, tab) values
  ('BRAND_INSTAGRAM', 'visitor', 'brand'),
  ('BRAND_FACEBOOK', 'visitor', 'brand'),
  ('BRAND_YOUTUBE', 'visitor', 'brand'),
  ('BRAND_X', 'visitor', 'brand'),
  ('BRAND_TIKTOK', 'visitor', 'brand'),
  ('BRAND_LINKEDIN', 'visitor', 'brand')
on conflict (key) do update set readable_by = excluded.readable_by, tab = excluded.tab;

insert into public.config (key, value)
select key, '' from unnest(array['BRAND_INSTAGRAM', 'BRAND_FACEBOOK', 'BRAND_YOUTUBE', 'BRAND_X', 'BRAND_TIKTOK', 'BRAND_LINKEDIN']) as key
on conflict (key) do nothing;
