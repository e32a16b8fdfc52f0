insert into forecourt.settings (key, readable_by, tab) values ('GOOGLE_ANALYTICS_ID', 'visitor', null);

insert into forecourt.settings (key, readable_by, tab) values ('META_PIXEL_ID', 'visitor', null);

insert into public.config (key, value) values ('GOOGLE_ANALYTICS_ID', '') on conflict (key) do nothing;

insert into public.config (key, value) values ('META_PIXEL_ID', '') on conflict (key) do nothing;
