-- Recent activity, for the back office. Only triggers write to it.
create table public.activity (
  id bigint primary key generated always as identity,
  -- The kind of lead, or the event, such as vehicle_added, customer_registered or settings_saved.
  kind text not null check (kind ~ '^[a-z][a-z_-]{2,49}$'),
  summary text not null,
  vehicle_id uuid references public.vehicles on delete set null,
  actor_id uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  -- The lead or account that the entry is about. The summary contains a name, which is removed when the account is
  -- deleted. There is no foreign key, because entries outlive their subjects.
  subject_id uuid,
  -- The entry that sums up a bulk change, if this one is about one of its vehicles.
  part_of bigint references public.activity on delete cascade
);
alter table public.activity enable row level security;
create index activity_created_at_idx on public.activity (created_at desc, id desc);
create index activity_vehicle_id_idx on public.activity (vehicle_id);
create index activity_actor_id_idx on public.activity (actor_id);
create index activity_part_of_idx on public.activity (part_of) where part_of is not null;
create index activity_subject_id_idx on public.activity (subject_id) where subject_id is not null;

revoke all on public.activity from anon, authenticated;
grant select on public.activity to authenticated;
grant all on public.activity to service_role;

-- The kinds of activity that sales staff work with: leads, people and vehicles. Only admins read about accounts and settings.
create function forecourt.desk_activity_kinds() returns setof text
language sql stable security definer set search_path = '' as $$
  select kind from forecourt.lead_kinds
  union all
  -- As forecourt.record_lead_work names them.
  select kind || '_' || work
  from forecourt.lead_kinds, unnest(array['reply', 'call', 'note', 'assigned', 'closed', 'reopened']) as work
  union all
  select unnest(array['vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_reserved', 'vehicle_deleted',
    'vehicle_bulk_change', 'person_added', 'person_updated', 'people_merged', 'merge_undone'])
$$;
revoke all on function forecourt.desk_activity_kinds() from public;
grant execute on function forecourt.desk_activity_kinds() to authenticated, service_role;

create policy "admins read all activity, sales staff what they work with" on public.activity
  for select to authenticated using (
    (select public.is_admin()) or ((select public.is_staff()) and kind in (select forecourt.desk_activity_kinds()))
  );

create trigger activity_changed after insert or update or delete on public.activity
  for each statement execute function forecourt.notify_change();

-- An account's display name.
create function forecourt.name_of(_profile public.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    nullif(trim(concat_ws(' ', _profile.first_name, _profile.last_name)), ''), nullif(_profile.email, ''), 'A customer'
  )
$$;

create function forecourt.record_activity(
  _kind text, _summary text, _vehicle_id uuid default null, _subject_id uuid default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.activity (kind, summary, vehicle_id, subject_id, actor_id)
  values (_kind, _summary, _vehicle_id, _subject_id, (select id from public.profiles where id = auth.uid()))
$$;
revoke all on function forecourt.record_activity(text, text, uuid, uuid) from public;

-- Customers' own changes reach the same triggers.
create function forecourt.acts_as_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles where user_id = auth.uid() and role <> 'user')
$$;
revoke all on function forecourt.acts_as_staff() from public;

create function forecourt.record_vehicle_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Bulk changes are recorded by record_vehicle_changes, and so is a deletion that could be undone.
  if current_setting('forecourt.bulk_change', true) = 'on' or tg_op = 'DELETE' and old.removed_at is not null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform forecourt.record_activity('vehicle_added', new.title || ' added', new.id);
  elsif tg_op = 'DELETE' then
    perform forecourt.record_activity('vehicle_deleted', old.title || ' deleted');
  elsif new.sold and not old.sold then
    perform forecourt.record_activity('vehicle_sold', new.title || ' marked as sold', new.id);
  elsif new.reserved_until is distinct from old.reserved_until then
    perform forecourt.record_activity('vehicle_reserved', new.title || coalesce(
      ' reserved until ' || to_char(new.reserved_until, 'DD/MM/YYYY'), ' no longer reserved'), new.id);
  else
    perform forecourt.record_activity('vehicle_updated', new.title || ' updated', new.id);
  end if;
  return null;
end
$$;
create trigger vehicles_record_added_or_deleted after insert or delete on public.vehicles
  for each row execute function forecourt.record_vehicle_activity();
-- `updated_at` does not change when the sync only stores AutoTrader's id.
create trigger vehicles_record_changed after update on public.vehicles
  for each row when (new.updated_at <> old.updated_at) execute function forecourt.record_vehicle_activity();

-- Anonymous users and invited colleagues are not recorded, because they are not registered customers.
create function forecourt.record_profile_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _done text := case when tg_op = 'INSERT' then 'registered' when new.disabled then 'disabled' else 'enabled' end;
begin
  if tg_op = 'INSERT' and exists (
    select from auth.users where id = new.id and (is_anonymous or invited_at is not null)
  ) then
    return null;
  end if;
  perform forecourt.record_activity(
    'customer_' || _done, forecourt.name_of(new) || ' ' || _done, null, new.id);
  return null;
end
$$;
create trigger profiles_record_registered after insert on public.profiles
  for each row execute function forecourt.record_profile_activity();
create trigger profiles_record_disabled after update of disabled on public.profiles
  for each row when (new.disabled <> old.disabled) execute function forecourt.record_profile_activity();

-- Checks that the caller is an admin, because statement triggers fire even if a customer's statement changes no rows
-- because of row-level security.
create function forecourt.record_settings_activity() returns trigger
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
create trigger config_record after insert or update or delete on public.config
  for each statement execute function forecourt.record_settings_activity();
