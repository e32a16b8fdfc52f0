-- A draft of a vehicle names pictures that no vehicle shows yet. Whoever carries on with it wants them: back from the trash,
-- or a day more before they go there. A hosted project clears nothing away.
create function public.keep_pictures(_urls text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _names text[];
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
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
