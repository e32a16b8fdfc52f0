-- The foundation for all the other files: schemas, time functions and shared triggers.

-- Helpers for policies and triggers, and tables for the service only. They are not exposed over HTTP.
create schema if not exists forecourt;

grant usage on schema forecourt to anon, authenticated, service_role;

create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

-- Hosted projects grant everyone access to new sequences. Identity columns work without it.
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- Without `set search_path`, Postgres can inline this function, so it needn't be planned for every list. All names are
-- qualified instead.
create function forecourt.london_now() returns timestamp
language sql stable as $$
  select pg_catalog.timezone('Europe/London', pg_catalog.now())
$$;

create function forecourt.london_today() returns date
language sql stable as $$
  select forecourt.london_now()::pg_catalog.date
$$;

-- Tells all processes which table has changed, so that they can invalidate their caches.
create function forecourt.notify_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('forecourt_changes', tg_table_name);
  return null;
end
$$;

create function forecourt.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

-- Steps that run once per database, such as adding the demo stock.
create table forecourt.markers (
  name text primary key,
  done_at timestamptz not null default now()
);

-- A telephone number's digits in one form, so that '+44 (0)7700 900142' is found as 07700900142.
-- site/app/lib/telephone-office.ts does the same to search terms.
create function forecourt.phone_digits(_phone text) returns text
language sql immutable set search_path = '' as $$
  select case when trim(_phone) like '+44%' or digits ~ '^(0044|44[0-9]{9})'
    then regexp_replace(digits, '^(00)?440?', '0') else digits end
  from (select regexp_replace(_phone, '[^0-9]', '', 'g') as digits) as given
$$;

-- Whether the demo is being added. Its leads and people are marked, and send no emails.
create function forecourt.is_demo() returns boolean
language sql stable as $$
  select pg_catalog.current_setting('forecourt.demo', true) is not distinct from 'on'
$$;
