-- The tiny blurred picture that stands in while the real one loads. The storage service notes it with each upload; here
-- it is kept with the address, so that it comes with the same read.
alter table public.vehicle_images add column placeholder text check (length(placeholder) <= 2000);

create function forecourt.find_placeholder() returns trigger
language plpgsql set search_path = '' as $$
begin
  select user_metadata ->> 'placeholder' into new.placeholder
  from storage.objects
  where bucket_id = 'vehicle-images' and name = replace(
    substring(new.image_url from '^/storage/v1/object/public/vehicle-images/(.+)$'), '%20', ' ')
    and user_metadata ->> 'placeholder' like 'data:image/webp;base64,%'
    and length(user_metadata ->> 'placeholder') <= 2000;
  return new;
end
$$;

-- By name it runs after vehicle_images_relative, which makes the address root-relative.
create trigger vehicle_images_z_placeholder before insert or update of image_url on public.vehicle_images
  for each row execute function forecourt.find_placeholder();
