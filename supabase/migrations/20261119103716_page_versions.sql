-- Keeps the last ten published versions of each page, so that admins can restore them.

set check_function_bodies = off;

create table public.page_versions (
  page_id uuid not null references public.pages (id) on delete cascade,
  version integer not null,
  path text not null,
  title text not null,
  summary text not null,
  body text not null,
  published_at timestamptz not null default now(),
  published_by uuid references public.profiles (id) on delete set null,
  primary key (page_id, version)
);

alter table public.page_versions enable row level security;

create index page_versions_published_by on public.page_versions (published_by);

-- Saves a page, and publishes it if `_publish` is set. `_page` has path, title, summary and body. `_seen` is the version that
-- the caller has seen, or null for a new page. Keeps the last ten published versions of each page.
create or replace function public.save_page(_id uuid, _page jsonb, _seen integer default null, _publish boolean default false)
  returns setof public.pages
language plpgsql security definer set search_path = '' as $$
declare
  _stored public.pages;
  _kept constant integer := 10;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  select * into _stored from public.pages where id = _id for update;
  if not found and _seen is not null then
    raise exception 'This page has been deleted.' using errcode = 'PT404';
  end if;
  if _stored.version is distinct from _seen then
    raise exception 'Someone else has changed this page in the meantime.' using errcode = 'PT409';
  end if;
  insert into public.pages as p (id, path, title, summary, body, updated_by)
  values (_id, _page ->> 'path', trim(_page ->> 'title'), coalesce(trim(_page ->> 'summary'), ''),
    coalesce(_page ->> 'body', ''), (select id from public.profiles where id = auth.uid()))
  on conflict (id) do update set path = excluded.path, title = excluded.title, summary = excluded.summary,
    body = excluded.body, version = p.version + 1, updated_at = now(), updated_by = excluded.updated_by
  returning * into _stored;
  if _publish then
    insert into public.published_pages (id, path, title, summary, body)
    values (_stored.id, _stored.path, _stored.title, _stored.summary, _stored.body)
    on conflict (id) do update set path = excluded.path, title = excluded.title, summary = excluded.summary,
      body = excluded.body, changed_at = now();
    update public.pages set published_version = version where id = _id returning * into _stored;
    insert into public.page_versions (page_id, version, path, title, summary, body, published_by)
    values (_id, _stored.version, _stored.path, _stored.title, _stored.summary, _stored.body, _stored.updated_by);
    delete from public.page_versions where page_id = _id and version not in (
      select version from public.page_versions where page_id = _id order by version desc limit _kept
    );
    perform forecourt.record_activity('settings_page_published', format('“%s” published', _stored.title));
  end if;
  return next _stored;
end
$$;

create trigger page_versions_changed after insert or update or delete on public.page_versions
  for each statement execute function forecourt.notify_change();

create policy "admins read the versions of the pages" on public.page_versions
  for select to authenticated using ((select public.is_admin()));

revoke all on public.page_versions from anon, authenticated;

grant select on public.page_versions to authenticated;

grant all on public.page_versions to service_role;

-- What is published now is the first version. It was published by the last admin to save it, unless it was changed since.
insert into public.page_versions (page_id, version, path, title, summary, body, published_at, published_by)
select p.id, coalesce(p.published_version, p.version), v.path, v.title, v.summary, v.body, v.changed_at,
  case when p.published_version = p.version then p.updated_by end
from public.published_pages v join public.pages p using (id);

reset check_function_bodies;
