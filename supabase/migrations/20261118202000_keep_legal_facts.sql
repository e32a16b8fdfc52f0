-- What the law wants a dealer to say about the business. A new site claims nothing.
insert into forecourt.settings (key, readable_by, tab) values
  ('LEGAL_NAME', 'visitor', 'legal'),
  ('LEGAL_COMPANY_NUMBER', 'visitor', 'legal'),
  ('LEGAL_REGISTERED_IN', 'visitor', 'legal'),
  ('LEGAL_REGISTERED_OFFICE', 'visitor', 'legal'),
  ('LEGAL_VAT_NUMBER', 'visitor', 'legal'),
  ('LEGAL_FCA_STATUS', 'visitor', 'legal'),
  ('LEGAL_FCA_NUMBER', 'visitor', 'legal'),
  ('LEGAL_FCA_PRINCIPAL', 'visitor', 'legal'),
  ('LEGAL_ICO_NUMBER', 'visitor', 'legal'),
  ('LEGAL_PROCESSORS', 'visitor', 'legal')
on conflict (key) do update set readable_by = excluded.readable_by, tab = excluded.tab;

insert into public.config (key, value) values
  ('LEGAL_NAME', ''),
  ('LEGAL_COMPANY_NUMBER', ''),
  ('LEGAL_REGISTERED_IN', ''),
  ('LEGAL_REGISTERED_OFFICE', ''),
  ('LEGAL_VAT_NUMBER', ''),
  ('LEGAL_FCA_STATUS', ''),
  ('LEGAL_FCA_NUMBER', ''),
  ('LEGAL_FCA_PRINCIPAL', ''),
  ('LEGAL_ICO_NUMBER', ''),
  ('LEGAL_PROCESSORS', '[]')
on conflict (key) do nothing;
