-- The one colour that the dealer chooses; the shades for light and dark are made from it.
insert into forecourt.settings (key, readable_by, tab) values ('BRAND_ACCENT', 'visitor', 'brand')
on conflict (key) do update set readable_by = excluded.readable_by, tab = excluded.tab;

insert into public.config (key, value) values ('BRAND_ACCENT', '#946c33') on conflict (key) do nothing;
