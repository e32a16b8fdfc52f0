-- An account can become unproved when its email address changes. What it sent before that is its own and stays with it. Of
-- accounts that are unproved already, the time is not known.
alter table forecourt.unproved_emails add column since timestamptz not null default '-infinity';
alter table forecourt.unproved_emails alter column since set default now();
