-- Objects that were removed and lie in the trash: what their row was, so that it can come back with the file, and that
-- somebody meant to remove them. A file that is neither here nor among the objects is one that nobody can explain. Ours
-- alone: a hosted project has no trash.
create table storage.removed_objects (
  bucket_id text not null,
  name text not null,
  object jsonb not null,
  removed_at timestamptz not null default now(),
  -- A vehicle was saved with it since: it comes back when it is next asked for, and with the next round at the latest.
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
