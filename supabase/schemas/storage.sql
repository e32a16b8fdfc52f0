-- Access to pictures, and restoring them from the trash.

-- When a vehicle is saved, marks for restoring any of its pictures that are in the trash.
create function forecourt.want_pictures_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A hosted project has no trash.
  if to_regclass('storage.removed_objects') is not null then
    update storage.removed_objects r set is_wanted = true
    from saved_images i
    where not r.is_wanted and r.bucket_id = 'vehicle-images'
      and r.name = replace(
        substring(i.image_url from '^/storage/v1/object/public/vehicle-images/(.+)$'), '%20', ' ');
  end if;
  return null;
end
$$;
create trigger vehicle_images_wanted_when_added after insert on public.vehicle_images
  referencing new table as saved_images for each statement execute function forecourt.want_pictures_back();
create trigger vehicle_images_wanted_when_changed after update on public.vehicle_images
  referencing new table as saved_images for each statement execute function forecourt.want_pictures_back();

-- For a member of staff who continues with a draft whose pictures no vehicle uses yet. Restores the pictures from the trash, or
-- keeps them for another day. A hosted project doesn't remove pictures.
create function public.keep_pictures(_urls text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _names text[];
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  if to_regclass('storage.removed_objects') is null then
    return;
  end if;
  select array_agg(replace(substring(url from '^/storage/v1/object/public/vehicle-images/(.+)$'), '%20', ' '))
  into _names from unnest(_urls) as url;
  update storage.removed_objects set is_wanted = true
  where bucket_id = 'vehicle-images' and name = any (_names) and not is_wanted;
  delete from storage.unreferenced_objects u using storage.objects o
  where o.id = u.object_id and o.bucket_id = 'vehicle-images' and o.name = any (_names);
end
$$;
revoke all on function public.keep_pictures(text[]) from public, anon;
grant execute on function public.keep_pictures(text[]) to authenticated, service_role;

-- The brand files that settings use, both current ones and those in versions that can be restored.
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

-- When settings are saved, marks for restoring any of their brand files that are in the trash.
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

create policy "everyone sees public buckets" on storage.buckets
  for select to anon, authenticated using (public);
-- Everyone can open a picture whose address they know, because the bucket is public. Only staff can list the names, which
-- include the pictures of drafts.
create policy "staff list vehicle pictures" on storage.objects
  for select to authenticated using (bucket_id = 'vehicle-images' and (select public.is_staff()));
create policy "staff add vehicle pictures" on storage.objects
  for insert to authenticated with check (bucket_id = 'vehicle-images' and (select public.is_staff()));
-- Every picture has its own name, so adding one never needs this policy. Overwriting or moving a file would delete it.
create policy "admins change vehicle pictures" on storage.objects
  for update to authenticated using (bucket_id = 'vehicle-images' and (select public.is_admin()))
  with check (bucket_id = 'vehicle-images' and (select public.is_admin()));
create policy "admins delete vehicle pictures" on storage.objects
  for delete to authenticated using (bucket_id = 'vehicle-images' and (select public.is_admin()));
create policy "everyone sees pictures of the brand" on storage.objects
  for select to anon, authenticated using (bucket_id = 'brand');
create policy "admins add pictures of the brand" on storage.objects
  for insert to authenticated with check (bucket_id = 'brand' and (select public.is_admin()));
create policy "admins change pictures of the brand" on storage.objects
  for update to authenticated using (bucket_id = 'brand' and (select public.is_admin()))
  with check (bucket_id = 'brand' and (select public.is_admin()));
create policy "admins delete pictures of the brand" on storage.objects
  for delete to authenticated using (bucket_id = 'brand' and (select public.is_admin()));
