-- Browsers do not show TIFF, and the storage service takes only what they show.
update storage.buckets
set allowed_mime_types = array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
where id = 'vehicle-images';
