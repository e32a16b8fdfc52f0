-- The storage schema as on hosted projects. The files themselves are in a folder or on S3.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

create function storage.foldername(name text) returns text[]
language sql immutable as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;

create function storage.filename(name text) returns text
language sql immutable as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

create function storage.extension(name text) returns text
language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- Pictures that no vehicle uses, and since when; the service removes them a day later. A hosted project doesn't have
-- this table, because it does not run our clean-up.
create table storage.unreferenced_objects (
  object_id uuid primary key references storage.objects on delete cascade,
  since timestamptz not null
);
alter table storage.unreferenced_objects enable row level security;

-- The rows of removed objects whose files are in the trash, so that both row and file can be restored. The table also
-- shows that the objects were removed on purpose: a file that is neither here nor in storage.objects is unexplained. A
-- hosted project has no trash.
create table storage.removed_objects (
  bucket_id text not null,
  name text not null,
  object jsonb not null,
  removed_at timestamptz not null default now(),
  -- Set if a vehicle that uses this picture has since been saved. The picture is restored when it is next requested, or
  -- by the next periodic job.
  is_wanted boolean not null default false,
  primary key (bucket_id, name)
);
alter table storage.removed_objects enable row level security;

create function storage.remember_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    insert into storage.removed_objects (bucket_id, name, object) values (old.bucket_id, old.name, to_jsonb(old))
    on conflict (bucket_id, name) do update set object = excluded.object, removed_at = now(), is_wanted = false;
  else
    delete from storage.removed_objects where bucket_id = new.bucket_id and name = new.name;
  end if;
  return null;
end
$$;

create trigger objects_removed after delete on storage.objects
  for each row when (old.bucket_id is not null and old.name is not null) execute function storage.remember_removed();
create trigger objects_added after insert on storage.objects
  for each row execute function storage.remember_removed();

-- Identifies the pictures that belong to this database. A file next to the pictures contains the same id; if the two
-- differ, no picture is removed.
create table storage.installation (
  is_only boolean primary key default true check (is_only),
  id uuid
);
alter table storage.installation enable row level security;
insert into storage.installation default values;

-- Every process caches the buckets until it receives this notification. A hosted project doesn't need it.
create function storage.tell_of_changed_buckets() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('forecourt_changes', 'storage.buckets');
  return null;
end
$$;
create trigger buckets_changed after insert or update or delete on storage.buckets
  for each statement execute function storage.tell_of_changed_buckets();

-- Locks on files that are being written or removed. Files are outside the database's transactions, and S3 takes longer
-- than a transaction should stay open. A lock held by a dead process expires. A hosted project doesn't have this table.
create table storage.held_names (
  bucket_id text not null,
  name text not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (bucket_id, name)
);
alter table storage.held_names enable row level security;
