-- The secrets of a site that runs on several machines (docs/keys.md), sealed under KEYS_SECRET, which the database never
-- sees. Nobody but the owner of the database has a grant in this schema.
create table forecourt.sealed_keys (
  is_only boolean primary key default true check (is_only),
  sealed text not null,
  changed_at timestamptz not null default now()
);
