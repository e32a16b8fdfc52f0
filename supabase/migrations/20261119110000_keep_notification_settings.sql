-- What the dealer is told by mail, who else is told, and what customers' mails say. A new site does what it always did.
insert into forecourt.settings (key, readable_by) values
  ('NOTIFY_ENQUIRY', 'admin'),
  ('NOTIFY_TEST_DRIVE', 'admin'),
  ('NOTIFY_CONTACT', 'admin'),
  ('NOTIFY_REGISTRATION', 'admin'),
  ('NOTIFY_ALSO', 'admin'),
  ('MAIL_REPLY_TO', 'admin'),
  ('MAIL_CLOSING_LINE', 'admin')
on conflict (key) do update set readable_by = excluded.readable_by, tab = excluded.tab;

insert into public.config (key, value) values
  ('NOTIFY_ENQUIRY', 'true'),
  ('NOTIFY_TEST_DRIVE', 'true'),
  ('NOTIFY_CONTACT', 'true'),
  ('NOTIFY_REGISTRATION', 'true'),
  ('NOTIFY_ALSO', '[]'),
  ('MAIL_REPLY_TO', ''),
  ('MAIL_CLOSING_LINE', '')
on conflict (key) do nothing;
