-- An admin can connect a mail server in the back office.

-- The mail server that an admin has entered, unless SMTP_URL is set. The password is encrypted with a key that is not in
-- the database. Only the owner of the database can read this table.
create table forecourt.mail_server (
  is_only boolean primary key default true check (is_only),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  username text not null check (length(username) <= 320),
  password text not null,
  -- Empty for the company's email address.
  from_address text not null check (length(from_address) <= 254),
  changed_at timestamptz not null default now()
);

alter table forecourt.mail_server enable row level security;

revoke all on forecourt.mail_server from anon, authenticated, service_role;
