-- Names whose files somebody writes or clears away right now. Files lie outside of the database, where no transaction holds
-- them, and S3 takes longer than a transaction should stay open. A process that dies lets go when its time is over. Ours
-- alone: a hosted project has its own way.
create table storage.held_names (
  bucket_id text not null,
  name text not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (bucket_id, name)
);
alter table storage.held_names enable row level security;
