-- Logo, emblem, hero and share picture: everyone sees them, admins write them. Our own storage service, which has a trash, writes
-- drawings anew before it keeps them; a hosted project would keep them as they are, and takes none.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('brand', 'brand', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']
  || case when to_regclass('storage.removed_objects') is null then '{}' else array['image/svg+xml'] end)
on conflict (id) do nothing;

create policy "everyone sees pictures of the brand" on storage.objects
  for select to anon, authenticated using (bucket_id = 'brand');
create policy "admins add pictures of the brand" on storage.objects
  for insert to authenticated with check (bucket_id = 'brand' and (select public.is_admin()));
create policy "admins change pictures of the brand" on storage.objects
  for update to authenticated using (bucket_id = 'brand' and (select public.is_admin()))
  with check (bucket_id = 'brand' and (select public.is_admin()));
create policy "admins delete pictures of the brand" on storage.objects
  for delete to authenticated using (bucket_id = 'brand' and (select public.is_admin()));

-- The files that texts of the settings name: those on the site and those of the versions that can be brought back.
create function forecourt.brand_files_in(_text text) returns setof text
language sql immutable set search_path = '' as $$
  select found[1] from regexp_matches(_text, '/storage/v1/object/public/brand/([A-Za-z0-9_.-]+)', 'g') as found
$$;
revoke all on function forecourt.brand_files_in(text) from public, anon, authenticated;

create function forecourt.brand_files() returns setof text
language sql stable security definer set search_path = '' as $$
  select forecourt.brand_files_in(value) from public.config
  union
  select forecourt.brand_files_in(content::text) from public.setting_versions
$$;
revoke all on function forecourt.brand_files() from public, anon, authenticated;

-- What is published with a picture from the trash wants it back.
create function forecourt.want_brand_files_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A hosted project has no trash.
  if to_regclass('storage.removed_objects') is not null then
    update storage.removed_objects r set is_wanted = true
    from saved_rows s, forecourt.brand_files_in(s.value) as file (name)
    where not r.is_wanted and r.bucket_id = 'brand' and r.name = file.name;
  end if;
  return null;
end
$$;
create trigger config_wants_files_when_added after insert on public.config
  referencing new table as saved_rows for each statement execute function forecourt.want_brand_files_back();
create trigger config_wants_files_when_changed after update on public.config
  referencing new table as saved_rows for each statement execute function forecourt.want_brand_files_back();
