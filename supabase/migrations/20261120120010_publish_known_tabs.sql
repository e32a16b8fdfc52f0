-- Ten versions are kept of a tab, so there must not be more tabs than there are.
create or replace function public.publish_settings(tab text, changes jsonb, seen bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  _tab alias for $1;
  _newest bigint;
  _kept constant int := 10;
begin
  if not public.is_admin() then
    raise exception 'Only admins publish settings.' using errcode = '42501';
  end if;
  if not exists (select from forecourt.settings where settings.tab = _tab) then
    raise exception 'There is no such tab.' using errcode = '22023';
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
