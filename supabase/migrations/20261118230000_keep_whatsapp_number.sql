insert into forecourt.settings (key, readable_by, tab) values ('PAGES_WHATSAPP', 'visitor', 'pages')
on conflict (key) do update set readable_by = excluded.readable_by, tab = excluded.tab;
insert into public.config (key, value) values ('PAGES_WHATSAPP', '') on conflict (key) do nothing;
