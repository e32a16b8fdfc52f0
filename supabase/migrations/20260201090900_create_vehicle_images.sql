-- `display_order` is the index, so its bounds are the limit of ten pictures.
create table public.vehicle_images (
  vehicle_id uuid not null references public.vehicles on delete cascade,
  image_url text not null check (length(image_url) <= 1000 and image_url ~ '^(/[^/\\]|https://)'),
  is_primary boolean not null default false,
  display_order integer not null default 0 check (display_order between 0 and 9),
  primary key (vehicle_id, display_order)
);
create unique index vehicle_images_one_primary_idx on public.vehicle_images (vehicle_id) where is_primary;

alter table public.vehicle_images enable row level security;
revoke all on public.vehicle_images from anon, authenticated;
grant select on public.vehicle_images to anon;
grant select, insert, update, delete on public.vehicle_images to authenticated;
grant all on public.vehicle_images to service_role;

create policy "everyone sees vehicle images" on public.vehicle_images
  for select to anon, authenticated using (true);
create policy "admins add vehicle images" on public.vehicle_images
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change vehicle images" on public.vehicle_images
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete vehicle images" on public.vehicle_images
  for delete to authenticated using ((select public.is_admin()));

create trigger vehicle_images_changed after insert or update or delete on public.vehicle_images
  for each statement execute function forecourt.notify_change();

-- Pictures of our own storage are kept root-relative, so that they survive a change of the site's address.
create function forecourt.make_image_url_relative() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.image_url := regexp_replace(new.image_url, '^https?://[^/]+(/storage/v1/)', '\1');
  return new;
end
$$;

create trigger vehicle_images_relative before insert or update of image_url on public.vehicle_images
  for each row execute function forecourt.make_image_url_relative();
