-- Brand, pages and legal facts are settings that are published together: what stood before is kept, ten times back, with who
-- and when. `tab` is the tab of the back office that publishes a key; keys without one are saved as they always were.
alter table forecourt.settings add column tab text;

-- The text of a whole page, or a list, in one value.
alter table public.config drop constraint config_value_check;
alter table public.config add constraint config_value_check check (length(value) <= 40000);

create table public.setting_versions (
  id bigint generated always as identity primary key,
  tab text not null,
  -- Every key of the tab with its value as it was published.
  content jsonb not null,
  published_at timestamptz not null default now(),
  -- Nobody: what a site had before anything was published.
  published_by uuid references public.profiles (id) on delete set null
);
create index setting_versions_tab on public.setting_versions (tab, id desc);
create index setting_versions_published_by on public.setting_versions (published_by);

alter table public.setting_versions enable row level security;
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

/*
 * Publishes values of one tab. `seen` is the newest version that the caller knows of (null: none): whoever has published
 * since is not overwritten unseen.
 */
create function public.publish_settings(tab text, changes jsonb, seen bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  _tab alias for $1;
  _newest bigint;
  _kept constant int := 10;
begin
  if not public.is_admin() then
    raise exception 'Only admins publish settings.' using errcode = '42501';
  end if;
  if jsonb_typeof(changes) is distinct from 'object' or exists (
    select from jsonb_each(changes) as change
    where jsonb_typeof(change.value) <> 'string'
      or not exists (select from forecourt.settings where settings.key = change.key and settings.tab = _tab)
  ) then
    raise exception 'These are not the settings of this tab.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.publish_settings', 0));
  select max(version.id) into _newest from public.setting_versions as version where version.tab = _tab;
  if _newest is distinct from seen then
    raise exception 'Somebody else has published in the meantime.' using errcode = 'PT409';
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
