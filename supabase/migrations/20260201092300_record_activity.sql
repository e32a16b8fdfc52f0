create function forecourt.record_vehicle_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform forecourt.record_activity('vehicle_added', new.title || ' added', new.id);
  elsif tg_op = 'DELETE' then
    perform forecourt.record_activity('vehicle_deleted', old.title || ' deleted');
  elsif new.sold and not old.sold then
    perform forecourt.record_activity('vehicle_sold', new.title || ' marked as sold', new.id);
  else
    perform forecourt.record_activity('vehicle_updated', new.title || ' updated', new.id);
  end if;
  return null;
end
$$;

create trigger vehicles_record_added_or_deleted after insert or delete on public.vehicles
  for each row execute function forecourt.record_vehicle_activity();
-- `updated_at` stands still when only the listing sync noted its id.
create trigger vehicles_record_changed after update on public.vehicles
  for each row when (new.updated_at <> old.updated_at) execute function forecourt.record_vehicle_activity();

create function forecourt.record_lead_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_table_name
    when 'enquiries' then
      perform forecourt.record_activity('enquiry',
        format('Enquiry from %s about %s', new.name, new.vehicle_title), new.vehicle_id);
    when 'test_drives' then
      perform forecourt.record_activity('test_drive',
        format('Test drive of %s booked by %s', new.vehicle_title, new.name), new.vehicle_id);
    else
      perform forecourt.record_activity('contact_message', format('Message from %s', new.name));
  end case;
  return null;
end
$$;

create trigger enquiries_record after insert on public.enquiries
  for each row execute function forecourt.record_lead_activity();
create trigger test_drives_record after insert on public.test_drives
  for each row execute function forecourt.record_lead_activity();
create trigger contact_messages_record after insert on public.contact_messages
  for each row execute function forecourt.record_lead_activity();

create function forecourt.record_profile_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _name text := coalesce(nullif(trim(concat_ws(' ', new.first_name, new.last_name)), ''), nullif(new.email, ''), 'A customer');
begin
  if tg_op = 'INSERT' then
    perform forecourt.record_activity('customer_registered', _name || ' registered');
  elsif new.disabled then
    perform forecourt.record_activity('customer_disabled', _name || ' disabled');
  else
    perform forecourt.record_activity('customer_enabled', _name || ' enabled');
  end if;
  return null;
end
$$;

create trigger profiles_record_registered after insert on public.profiles
  for each row execute function forecourt.record_profile_activity();
create trigger profiles_record_disabled after update of disabled on public.profiles
  for each row when (new.disabled <> old.disabled) execute function forecourt.record_profile_activity();

-- The settings form saves key by key: one entry for what was saved within a minute.
create function forecourt.record_settings_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not exists (
    select from public.activity
    where kind = 'settings_saved' and actor_id = auth.uid() and created_at > now() - interval '1 minute'
  ) then
    perform forecourt.record_activity('settings_saved', 'Settings saved');
  end if;
  return null;
end
$$;

create trigger config_record after insert or update or delete on public.config
  for each statement execute function forecourt.record_settings_activity();
