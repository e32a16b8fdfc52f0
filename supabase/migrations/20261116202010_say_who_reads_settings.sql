-- Who may read a setting goes by its key, in a table that no API reaches: whoever edits values cannot show a value to more
-- people, and a row that is removed and added again is read by the same people as before. The list that the site knows is
-- supabase/functions/_shared/settings.ts; a migration that adds to one adds to the other.
create table forecourt.settings (
  key text primary key,
  readable_by text not null check (readable_by in ('visitor', 'admin', 'service'))
);

insert into forecourt.settings (key, readable_by) values
  ('COMPANY_NAME', 'visitor'),
  ('COMPANY_EMAIL', 'visitor'),
  ('COMPANY_EMAIL_2', 'visitor'),
  ('COMPANY_PHONE', 'visitor'),
  ('COMPANY_PHONE_2', 'visitor'),
  ('COMPANY_ADDRESS', 'visitor'),
  ('COMPANY_OPENING_HOURS', 'visitor'),
  ('RECAPTCHA_SITE_KEY', 'visitor'),
  ('ADMIN_EMAIL', 'admin'),
  ('EnableAutoTrader', 'admin');

create function forecourt.setting_keys(_reader text) returns setof text
language sql stable security definer set search_path = '' as $$
  select key from forecourt.settings where readable_by = _reader
$$;

drop policy "everyone reads the company settings" on public.config;
drop policy "admins read every setting" on public.config;
drop policy "admins add settings" on public.config;
drop policy "admins change settings" on public.config;
drop policy "admins delete settings" on public.config;

create policy "everyone reads the settings for visitors" on public.config
  for select to anon, authenticated using (key in (select forecourt.setting_keys('visitor')));
-- Keys that are not in the list are a dealer's own, and the admins' to keep.
create policy "admins manage the settings that are not the service's" on public.config
  for all to authenticated
  using ((select public.is_admin()) and key not in (select forecourt.setting_keys('service')))
  with check ((select public.is_admin()) and key not in (select forecourt.setting_keys('service')));
