-- A vehicle that is saved with a picture from the trash wants it back.
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
