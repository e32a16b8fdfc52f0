-- A function that sets its search path is called; one that does not is written into the statement that names it, which saves
-- parsing and planning its body at each list. Every name in it is qualified instead.
create or replace function forecourt.london_now() returns timestamp
language sql stable as $$
  select pg_catalog.timezone('Europe/London', pg_catalog.now())
$$;

create or replace function forecourt.london_today() returns date
language sql stable as $$
  select forecourt.london_now()::pg_catalog.date
$$;
