-- The settings' values, who may read them, and published versions.

create function forecourt.setting_keys(_reader text) returns setof text
language sql stable security definer set search_path = '' as $$
  select key from forecourt.settings where readable_by = _reader
$$;

create table public.config (
  key text primary key check (key ~ '^[A-Za-z][A-Za-z0-9_]{0,99}$'),
  -- A value can hold the text of a whole page, or a list.
  value text not null default '' check (length(value) <= 40000)
);
alter table public.config enable row level security;

revoke all on public.config from anon, authenticated;
grant select on public.config to anon;
grant select, insert, update, delete on public.config to authenticated;
grant all on public.config to service_role;

create policy "everyone reads the settings for visitors" on public.config
  for select to anon, authenticated using (key in (select forecourt.setting_keys('visitor')));
-- Keys that are not in forecourt.settings are the dealer's own, and admins may manage them.
create policy "admins manage the settings that are not the service's" on public.config
  for all to authenticated
  using ((select public.is_admin()) and key not in (select forecourt.setting_keys('service')))
  with check ((select public.is_admin()) and key not in (select forecourt.setting_keys('service')));

create trigger config_changed after insert or update or delete on public.config
  for each statement execute function forecourt.notify_change();

-- Who may read each setting. The API does not expose this table, so editing a value cannot make it visible to more
-- people. Keep it in step with supabase/functions/_shared/settings.ts.
create table forecourt.settings (
  key text primary key,
  readable_by text not null check (readable_by in ('visitor', 'admin', 'service')),
  -- The back-office tab that publishes this setting. A tab's settings are published together, and the last ten versions
  -- are kept. Null for settings that are saved individually.
  tab text
);

create trigger settings_changed after insert or update or delete on forecourt.settings
  for each statement execute function forecourt.notify_change();

-- Only admins who use two-step verification themselves can require it. Runs with the caller's rights, in order to
-- recognise the service.
create function forecourt.guard_two_steps_setting() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not forecourt.used_second_step()
    -- Saving it unchanged is allowed, because the form saves all settings at once.
    and not exists (select from public.config where key = new.key and value = 'true')
  then
    raise exception 'Turn on two-step verification for your own account first.' using errcode = 'P0001';
  end if;
  return new;
end
$$;
create trigger config_guard_two_steps before insert or update on public.config
  for each row when (new.key = 'AdminsNeedTwoSteps' and new.value = 'true')
  execute function forecourt.guard_two_steps_setting();

create table public.setting_versions (
  id bigint generated always as identity primary key,
  tab text not null,
  -- Every key on the tab with its published value.
  content jsonb not null,
  published_at timestamptz not null default now(),
  -- Null for the values from before the first publication.
  published_by uuid references public.profiles (id) on delete set null
);
alter table public.setting_versions enable row level security;
create index setting_versions_tab on public.setting_versions (tab, id desc);
create index setting_versions_published_by on public.setting_versions (published_by);

revoke all on public.setting_versions from anon, authenticated;
grant select on public.setting_versions to authenticated;
grant all on public.setting_versions to service_role;

create policy "admins read the versions of the settings" on public.setting_versions
  for select to authenticated using ((select public.is_admin()));

create trigger setting_versions_changed after insert or update or delete on public.setting_versions
  for each statement execute function forecourt.notify_change();

create function forecourt.settings_of_tab(_tab text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(config.key, config.value), '{}')
  from public.config join forecourt.settings using (key) where settings.tab = _tab
$$;
revoke all on function forecourt.settings_of_tab(text) from public, anon, authenticated;

-- Publishes one tab's settings. `seen` is the newest version that the caller has seen: if someone has published since,
-- nothing is saved. Keeps ten versions of each tab, and returns the id of the new one.
create function public.publish_settings(tab text, changes jsonb, seen bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  _tab alias for $1;
  _newest bigint;
  _kept constant int := 10;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if not exists (select from forecourt.settings where settings.tab = _tab) then
    raise exception 'There is no such tab.' using errcode = '22023';
  end if;
  if jsonb_typeof(changes) is distinct from 'object' or exists (
    select from jsonb_each(changes) as change
    where jsonb_typeof(change.value) <> 'string'
      or not exists (select from forecourt.settings where settings.key = change.key and settings.tab = _tab)
  ) then
    raise exception 'These settings are not on this tab.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.publish_settings', 0));
  select max(version.id) into _newest from public.setting_versions as version where version.tab = _tab;
  if _newest is distinct from seen then
    raise exception 'Someone else has published changes in the meantime.' using errcode = 'PT409';
  end if;
  if _newest is null then
    insert into public.setting_versions (tab, content) values (_tab, forecourt.settings_of_tab(_tab));
  end if;
  insert into public.config (key, value) select change.key, change.value from jsonb_each_text(changes) as change
    on conflict (key) do update set value = excluded.value;
  insert into public.setting_versions (tab, content, published_by)
    values (_tab, forecourt.settings_of_tab(_tab), auth.uid()) returning id into _newest;
  delete from public.setting_versions as old where old.tab = _tab and old.id not in (
    select version.id from public.setting_versions as version where version.tab = _tab order by version.id desc limit _kept
  );
  return _newest;
end
$$;
revoke all on function public.publish_settings(text, jsonb, bigint) from public, anon;
grant execute on function public.publish_settings(text, jsonb, bigint) to authenticated, service_role;

-- Saves settings that are not published, with the caller's rights. `seen` holds the values that the caller's form was
-- loaded with: if any setting being saved has changed since, nothing is saved. Returns the current value of every
-- setting named in either argument.
create function public.save_settings(changes jsonb, seen jsonb) returns setof public.config
language plpgsql set search_path = '' as $$
declare
  _saved integer;
begin
  -- In the order of the keys, so that concurrent transactions cannot deadlock.
  insert into public.config as stored (key, value)
    select change.key, change.value from jsonb_each_text(changes) as change order by change.key
    on conflict (key) do update set value = excluded.value
      where stored.value in (seen ->> excluded.key, excluded.value);
  get diagnostics _saved = row_count;
  if _saved < (select count(*) from jsonb_object_keys(changes)) then
    raise exception 'Someone else has changed these settings in the meantime.' using errcode = 'PT409';
  end if;
  return query select * from public.config where changes ? config.key or seen ? config.key;
end
$$;
revoke all on function public.save_settings(jsonb, jsonb) from public, anon;
grant execute on function public.save_settings(jsonb, jsonb) to authenticated, service_role;
