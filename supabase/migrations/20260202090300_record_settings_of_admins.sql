-- A statement of a customer that row-level security lets change nothing still fires statement triggers; only an admin's
-- may say that settings were saved.
create or replace function forecourt.record_settings_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if public.is_admin() and not exists (
    select from public.activity
    where kind = 'settings_saved' and actor_id = auth.uid() and created_at > now() - interval '1 minute'
  ) then
    perform forecourt.record_activity('settings_saved', 'Settings saved');
  end if;
  return null;
end
$$;
