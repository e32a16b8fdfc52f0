drop policy "everyone sees vehicle pictures" on storage.objects;

-- Everyone can open a picture whose address they know, because the bucket is public. Only staff can list the names, which
-- include the pictures of drafts.
create policy "staff list vehicle pictures" on storage.objects
  for select to authenticated using (bucket_id = 'vehicle-images' and (select public.is_staff()));
