/*
 * Saves settings that are not published, with the caller's own rights. `seen` has what the caller's form was filled with: where
 * somebody else has written something else since, nothing is saved. Answers with all that was named, as it stands now.
 */
create function public.save_settings(changes jsonb, seen jsonb) returns setof public.config
language plpgsql set search_path = '' as $$
declare
  _saved integer;
begin
  -- In the order of the keys: of two who save at once only one waits for the other.
  insert into public.config as stored (key, value)
    select change.key, change.value from jsonb_each_text(changes) as change order by change.key
    on conflict (key) do update set value = excluded.value
      where stored.value in (seen ->> excluded.key, excluded.value);
  get diagnostics _saved = row_count;
  if _saved < (select count(*) from jsonb_object_keys(changes)) then
    raise exception 'Somebody else has changed these settings in the meantime.' using errcode = 'PT409';
  end if;
  return query select * from public.config where changes ? config.key or seen ? config.key;
end
$$;
revoke all on function public.save_settings(jsonb, jsonb) from public, anon;
grant execute on function public.save_settings(jsonb, jsonb) to authenticated, service_role;
