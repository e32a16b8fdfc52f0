-- What everything else stands on: the schema, the clock, and triggers that many tables share.

-- Helpers of policies and triggers, and the service's own tables. Not exposed over HTTP.
create schema if not exists forecourt;

grant usage on schema forecourt to anon, authenticated, service_role;

create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

-- Hosted projects give new sequences to everyone. Rows get their numbers without that.
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- A function that sets its search path is called; one that does not is written into the statement that names it, which saves
-- parsing and planning its body at each list. Every name in it is qualified instead.
create function forecourt.london_now() returns timestamp
language sql stable as $$
  select pg_catalog.timezone('Europe/London', pg_catalog.now())
$$;

create function forecourt.london_today() returns date
language sql stable as $$
  select forecourt.london_now()::pg_catalog.date
$$;

-- Which table changed, for every process that caches what it read.
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

-- Things done once in the life of a database, such as filling in the demo stock.
create table forecourt.markers (
  name text primary key,
  done_at timestamptz not null default now()
);
