-- An admin who has to choose another password (it was printed, or breaks the rules for staff) works as one afterwards. The
-- auth server keeps the reason in app_metadata, which users cannot write; screens read it there, policies ask is_admin().
create or replace function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.admin_access() = 'open' and not exists (
    select from auth.users where id = auth.uid() and raw_app_meta_data ? 'must_set_password'
  )
$$;
