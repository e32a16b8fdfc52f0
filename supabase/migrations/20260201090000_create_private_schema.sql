-- Helpers of policies and triggers, and the service's own tables. Not exposed over HTTP.
create schema if not exists forecourt;
grant usage on schema forecourt to anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- All rules that depend on today go by the dealership's wall clock.
create function forecourt.london_now() returns timestamp
language sql stable set search_path = '' as $$
  select now() at time zone 'Europe/London'
$$;

create function forecourt.london_today() returns date
language sql stable set search_path = '' as $$
  select forecourt.london_now()::date
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
