-- Pages that admins write: guides, and texts for the lists of cars of one make, model, body type, fuel or price. `pages` has
-- what they are working on; visitors read `published_pages`, so that a draft cannot be seen anywhere. `page_versions` keeps
-- what was published, so that it can be restored.

create table public.pages (
  id uuid primary key,
  -- The path of a guide, or of the list that shows the text.
  path text not null unique check (length(path) <= 300 and path ~
    '^/(guides/[a-z0-9]+(-[a-z0-9]+)*|vehicles/(make/[a-z0-9-]+(/[a-z0-9-]+)?|body/[a-z0-9-]+|fuel/[a-z0-9-]+|under/[0-9]+))$'),
  title text not null check (length(trim(title)) >= 1 and length(title) <= 120),
  summary text not null default '' check (length(summary) <= 300),
  body text not null default '' check (length(body) <= 20000),
  -- Counts the saves, so that an admin cannot overwrite a version that they have not seen.
  version integer not null default 1,
  -- The version that is published, if any.
  published_version integer,
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id) on delete set null
);
alter table public.pages enable row level security;
create index pages_updated_by on public.pages (updated_by);

revoke all on public.pages from anon, authenticated;
grant select, delete on public.pages to authenticated;
grant all on public.pages to service_role;

create policy "admins read the pages that they write" on public.pages
  for select to authenticated using ((select public.is_admin()));
create policy "admins delete pages" on public.pages
  for delete to authenticated using ((select public.is_admin()));

create trigger pages_changed after insert or update or delete on public.pages
  for each statement execute function forecourt.notify_change();

create table public.published_pages (
  id uuid primary key references public.pages (id) on delete cascade,
  path text not null unique,
  title text not null,
  summary text not null,
  body text not null,
  published_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
alter table public.published_pages enable row level security;

revoke all on public.published_pages from public, anon, authenticated, service_role;
grant select on public.published_pages to anon, authenticated, service_role;

create policy "everyone reads published pages" on public.published_pages
  for select to anon, authenticated using (true);

create trigger published_pages_changed after insert or update or delete on public.published_pages
  for each statement execute function forecourt.notify_change();

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

revoke all on public.page_versions from anon, authenticated;
grant select on public.page_versions to authenticated;
grant all on public.page_versions to service_role;

create policy "admins read the versions of the pages" on public.page_versions
  for select to authenticated using ((select public.is_admin()));

create trigger page_versions_changed after insert or update or delete on public.page_versions
  for each statement execute function forecourt.notify_change();

-- Saves a page, and publishes it if `_publish` is set. `_page` has path, title, summary and body. `_seen` is the version that
-- the caller has seen, or null for a new page. Keeps the last ten published versions of each page.
create function public.save_page(_id uuid, _page jsonb, _seen integer default null, _publish boolean default false)
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
revoke all on function public.save_page(uuid, jsonb, integer, boolean) from public, anon;
grant execute on function public.save_page(uuid, jsonb, integer, boolean) to authenticated, service_role;

-- Takes a page off the site. What the admin wrote stays.
create function public.unpublish_page(_id uuid) returns setof public.pages
language plpgsql security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from public.published_pages where id = _id;
  if found then
    perform forecourt.record_activity('settings_page_unpublished',
      format('“%s” taken off the site', (select title from public.pages where id = _id)));
  end if;
  return query update public.pages set published_version = null where id = _id returning *;
end
$$;
revoke all on function public.unpublish_page(uuid) from public, anon;
grant execute on function public.unpublish_page(uuid) to authenticated, service_role;

create function forecourt.record_deleted_page() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.record_activity('settings_page_deleted', format('“%s” deleted', old.title));
  return null;
end
$$;
revoke all on function forecourt.record_deleted_page() from public, anon, authenticated, service_role;
create trigger pages_record_deleted after delete on public.pages
  for each row execute function forecourt.record_deleted_page();
