-- ADMIN_EMAIL is the owner's login and where leads are sent: no page needs it, so no visitor reads it. The admins' own
-- policy still shows it to them, and mails look it up as the service.
drop policy "everyone reads the company settings" on public.config;
create policy "everyone reads the company settings" on public.config
  for select to anon, authenticated using (key in (
    'COMPANY_NAME', 'COMPANY_EMAIL', 'COMPANY_EMAIL_2', 'COMPANY_PHONE', 'COMPANY_PHONE_2', 'COMPANY_ADDRESS',
    'COMPANY_OPENING_HOURS', 'RECAPTCHA_SITE_KEY'
  ));
