-- What the back office counts every half minute, kept by the writes themselves: a few rows to read instead of all there are.
create table public.office_counts (
  -- 'vehicle', or the kind of a lead as the inbox has it.
  subject text not null,
  status text not null,
  total bigint not null,
  primary key (subject, status)
);
alter table public.office_counts enable row level security;
revoke all on public.office_counts from anon, authenticated, service_role;
grant select on public.office_counts to authenticated, service_role;
create policy "admins see what the office counts" on public.office_counts
  for select to authenticated using ((select public.is_admin()));

-- Which status a row counts as, by its table; the inbox shows a scheduled test drive as new.
create function forecourt.office_count_of(_table name, out subject text, out status text)
language sql immutable set search_path = '' as $$
  select subject, status from (values
    ('vehicles', 'vehicle', $s$case when sold then 'Sold' else 'For sale' end$s$),
    ('enquiries', 'enquiry', 'status'),
    ('test_drives', 'test-drive', $s$case status when 'Scheduled' then 'New' else status end$s$),
    ('contact_messages', 'message', 'status')
  ) as known (name, subject, status)
  where name = _table
$$;
revoke all on function forecourt.office_count_of(name) from public, anon, authenticated, service_role;

create function forecourt.count_for_the_office() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _counted record := forecourt.office_count_of(tg_table_name);
begin
  -- In one order, so that two who count the same wait for each other, and not for ever.
  execute format($sql$
    insert into public.office_counts as c
    select %L, %s as status, sum(change) from (%s) as changes
    group by 2 having sum(change) <> 0 order by 2
    on conflict (subject, status) do update set total = c.total + excluded.total
  $sql$, _counted.subject, _counted.status, concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as change from now_there' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as change from was_there' end));
  return null;
end
$$;

do $$
declare
  _table text;
begin
  foreach _table in array array['vehicles', 'enquiries', 'test_drives', 'contact_messages'] loop
    execute format('create trigger %I after insert on public.%I referencing new table as now_there
      for each statement execute function forecourt.count_for_the_office()', _table || '_count_added', _table);
    execute format('create trigger %I after update on public.%I referencing old table as was_there new table as now_there
      for each statement execute function forecourt.count_for_the_office()', _table || '_count_changed', _table);
    execute format('create trigger %I after delete on public.%I referencing old table as was_there
      for each statement execute function forecourt.count_for_the_office()', _table || '_count_removed', _table);
  end loop;
end
$$;

-- After rows were brought in behind the triggers' backs: for the owner of the database alone.
create function forecourt.recount_for_the_office() returns void
language plpgsql set search_path = '' as $$
declare
  _table text;
  _counted record;
begin
  delete from public.office_counts;
  foreach _table in array array['vehicles', 'enquiries', 'test_drives', 'contact_messages'] loop
    _counted := forecourt.office_count_of(_table);
    execute format('insert into public.office_counts select %L, %s, count(*) from public.%I group by 2',
      _counted.subject, _counted.status, _table);
  end loop;
end
$$;
revoke all on function forecourt.recount_for_the_office() from public, anon, authenticated, service_role;

-- The vehicles that no list shows, because they have no picture yet: found without going through all the others.
create table public.vehicles_without_picture (
  id uuid primary key references public.vehicles on delete cascade
);
alter table public.vehicles_without_picture enable row level security;
revoke all on public.vehicles_without_picture from anon, authenticated, service_role;
grant select on public.vehicles_without_picture to authenticated, service_role;
create policy "admins see vehicles without a picture" on public.vehicles_without_picture
  for select to authenticated using ((select public.is_admin()));

create or replace function forecourt.refresh_listed_vehicles(_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Changes of a vehicle and of its pictures take their turns; each then sees what the other left.
  perform from public.vehicles where id = any (_ids) order by id for no key update;

  delete from public.listed_vehicles l
  where l.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = l.id);

  insert into public.listed_vehicles as l
  select * from forecourt.vehicle_listings where id = any (_ids)
  on conflict (id) do update set
    make = excluded.make, model = excluded.model, year = excluded.year, price = excluded.price,
    mileage = excluded.mileage, fuel_type = excluded.fuel_type, transmission = excluded.transmission,
    featured = excluded.featured, sold = excluded.sold, listed_until = excluded.listed_until,
    created_at = excluded.created_at, updated_at = excluded.updated_at, search = excluded.search, card = excluded.card
  where l is distinct from excluded;

  delete from public.vehicles_without_picture w
  where w.id = any (_ids) and exists (select from public.vehicle_images i where i.vehicle_id = w.id);
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v
  where v.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = v.id)
  on conflict do nothing;
end
$$;

create or replace function forecourt.rebuild_listed_vehicles() returns bigint
language plpgsql set search_path = '' as $$
declare
  _listed bigint;
begin
  lock table public.vehicles, public.vehicle_images in share row exclusive mode;
  -- Counted once at the end: a trigger would hold the rows in memory until it has counted them.
  alter table public.listed_vehicles disable trigger user;
  delete from public.listed_vehicles;
  insert into public.listed_vehicles select * from forecourt.vehicle_listings;
  get diagnostics _listed = row_count;
  alter table public.listed_vehicles enable trigger user;
  perform forecourt.recount_listed_vehicles();
  delete from public.vehicles_without_picture;
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v
  where not exists (select from public.vehicle_images i where i.vehicle_id = v.id);
  perform forecourt.recount_for_the_office();
  perform pg_catalog.pg_notify('forecourt_changes', 'listed_vehicles');
  return _listed;
end
$$;

insert into public.vehicles_without_picture
select v.id from public.vehicles v
where not exists (select from public.vehicle_images i where i.vehicle_id = v.id);
select forecourt.recount_for_the_office();
