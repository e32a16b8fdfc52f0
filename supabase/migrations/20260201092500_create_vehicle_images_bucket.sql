insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('vehicle-images', 'vehicle-images', true, 5 * 1024 * 1024,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff'])
on conflict (id) do nothing;

create policy "everyone sees public buckets" on storage.buckets
  for select to anon, authenticated using (public);

create policy "everyone sees vehicle pictures" on storage.objects
  for select to anon, authenticated using (bucket_id = 'vehicle-images');
create policy "admins add vehicle pictures" on storage.objects
  for insert to authenticated with check (bucket_id = 'vehicle-images' and (select public.is_admin()));
create policy "admins change vehicle pictures" on storage.objects
  for update to authenticated using (bucket_id = 'vehicle-images' and (select public.is_admin()))
  with check (bucket_id = 'vehicle-images' and (select public.is_admin()));
create policy "admins delete vehicle pictures" on storage.objects
  for delete to authenticated using (bucket_id = 'vehicle-images' and (select public.is_admin()));
