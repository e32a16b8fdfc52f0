-- Which pictures belong to this database: the same id stands in a file beside them, and without a match nothing is
-- cleared away.
create table storage.installation (
  is_only boolean primary key default true check (is_only),
  id uuid,
  -- Until when one process may clear away while the others leave it to that one.
  collecting_until timestamptz not null default '-infinity'
);
alter table storage.installation enable row level security;
insert into storage.installation default values;
