-- Since when a stored picture is shown by no vehicle; the service removes it a day later. Ours alone: a hosted project
-- does not run our collector.
create table storage.unreferenced_objects (
  object_id uuid primary key references storage.objects on delete cascade,
  since timestamptz not null
);
alter table storage.unreferenced_objects enable row level security;
