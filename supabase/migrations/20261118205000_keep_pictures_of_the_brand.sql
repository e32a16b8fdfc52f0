-- Logo, share picture and what the home page welcomes with, which were in the code.
insert into forecourt.settings (key, readable_by, tab) values
  ('BRAND_LOGO', 'visitor', 'brand'),
  ('BRAND_LOGO_DARK', 'visitor', 'brand'),
  ('BRAND_EMBLEM', 'visitor', 'brand'),
  ('BRAND_SHARE_PICTURE', 'visitor', 'brand'),
  ('BRAND_HERO_OVERLINE', 'visitor', 'brand'),
  ('BRAND_HERO', 'visitor', 'brand')
on conflict (key) do update set readable_by = excluded.readable_by, tab = excluded.tab;

insert into public.config (key, value) values
  ('BRAND_LOGO', ''),
  ('BRAND_LOGO_DARK', ''),
  ('BRAND_EMBLEM', ''),
  ('BRAND_SHARE_PICTURE', ''),
  ('BRAND_HERO_OVERLINE', 'Used and luxury cars in {town}'),
  ('BRAND_HERO', '[{"heading":"Fine cars, honestly presented","text":"A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.","picture":""},{"heading":"Fine cars, honestly presented","text":"A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.","picture":""},{"heading":"Fine cars, honestly presented","text":"A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.","picture":""}]')
on conflict (key) do nothing;
