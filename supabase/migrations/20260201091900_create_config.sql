create table public.config (
  key text primary key check (key ~ '^[A-Za-z][A-Za-z0-9_]{0,99}$'),
  value text not null default '' check (length(value) <= 5000)
);

alter table public.config enable row level security;
revoke all on public.config from anon, authenticated;
grant select on public.config to anon;
grant select, insert, update, delete on public.config to authenticated;
grant all on public.config to service_role;

create policy "everyone reads the company settings" on public.config
  for select to anon, authenticated using (key in (
    'COMPANY_NAME', 'COMPANY_EMAIL', 'COMPANY_EMAIL_2', 'COMPANY_PHONE', 'COMPANY_PHONE_2', 'COMPANY_ADDRESS',
    'COMPANY_OPENING_HOURS', 'RECAPTCHA_SITE_KEY', 'ADMIN_EMAIL'
  ));
create policy "admins read every setting" on public.config
  for select to authenticated using ((select public.is_admin()));
create policy "admins add settings" on public.config
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change settings" on public.config
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete settings" on public.config
  for delete to authenticated using ((select public.is_admin()));

create trigger config_changed after insert or update or delete on public.config
  for each statement execute function forecourt.notify_change();

insert into public.config (key, value) values
  ('COMPANY_NAME', 'Halden & Rowe Motor Cars'),
  ('COMPANY_EMAIL', 'sales@haldenrowe.example'),
  ('COMPANY_EMAIL_2', 'admin@haldenrowe.example'),
  ('COMPANY_PHONE', ''),
  ('COMPANY_PHONE_2', ''),
  ('COMPANY_ADDRESS', '14 Lincoln Road, Peterborough, PE1 5BA'),
  ('COMPANY_OPENING_HOURS', 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm'),
  ('RECAPTCHA_SITE_KEY', ''),
  ('ADMIN_EMAIL', ''),
  ('EnableAutoTrader', 'false');
