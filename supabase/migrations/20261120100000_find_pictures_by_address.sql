-- Whether a vehicle shows a stored picture is asked of every file, every hour. By a hash, because the longest addresses do not fit into
-- an index.
create index vehicle_images_image_url_idx on public.vehicle_images (hashtextextended(image_url, 0));
