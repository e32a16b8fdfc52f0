-- Every process keeps the buckets until it hears that they changed. Ours alone: on a hosted project nobody keeps them.
create function storage.tell_of_changed_buckets() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('forecourt_changes', 'storage.buckets');
  return null;
end
$$;
create trigger buckets_changed after insert or update or delete on storage.buckets
  for each statement execute function storage.tell_of_changed_buckets();
