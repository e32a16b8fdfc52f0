-- The back office counts vehicles and leads when it shows them, and lists count matches for filters when they are
-- requested: with these indexes, both are fast enough without stored counts (bench/README.md). Only the total and the
-- filter options are still stored, in one table.
set check_function_bodies = off;

drop trigger contact_messages_count_added on public.contact_messages;
drop trigger contact_messages_count_changed on public.contact_messages;
drop trigger contact_messages_count_removed on public.contact_messages;
drop trigger enquiries_count_added on public.enquiries;
drop trigger enquiries_count_changed on public.enquiries;
drop trigger enquiries_count_removed on public.enquiries;
drop trigger test_drives_count_added on public.test_drives;
drop trigger test_drives_count_changed on public.test_drives;
drop trigger test_drives_count_removed on public.test_drives;
drop trigger vehicles_count_added on public.vehicles;
drop trigger vehicles_count_changed on public.vehicles;
drop trigger vehicles_count_removed on public.vehicles;
drop view public.listed_vehicles_with_total;
drop table public.listed_vehicle_counts;
drop table public.listed_vehicle_totals;
drop table public.office_counts;
drop function forecourt.count_for_the_office();
drop function forecourt.office_count_of(name);
drop function forecourt.recount_for_the_office();
drop function public.count_listed_vehicles(text,text,text,text);

-- The number of vehicles of each make and model by their last day, for the filter options. Rows with an empty make and
-- model count all vehicles: the list without filters gets its total from these few rows, which costs the same for a
-- thousand vehicles and a million. Matches for filters and searches are counted when they are requested. A count may be
-- zero.
create table forecourt.listed_vehicle_counts (
  make text not null,
  model text not null,
  listed_until date not null,
  vehicles bigint not null,
  primary key (make, model, listed_until)
);

alter table forecourt.listed_vehicle_counts enable row level security;

create index listed_vehicles_fuel_type_idx on public.listed_vehicles (fuel_type, transmission) include (listed_until);

create or replace function forecourt.count_listed_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In a fixed order, so that concurrent transactions cannot deadlock.
  execute format($sql$
    insert into forecourt.listed_vehicle_counts as c
    select coalesce(make, ''), coalesce(model, ''), listed_until, sum(change) from (%s) as changes
    group by grouping sets ((make, model, listed_until), (listed_until)) having sum(change) <> 0 order by 1, 2, 3
    on conflict (make, model, listed_until) do update set vehicles = c.vehicles + excluded.vehicles
  $sql$, concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as change from now_listed' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as change from was_listed' end));
  return null;
end
$$;

-- For use after an import that bypassed the triggers, and only by the owner of the database. A million vehicles take
-- minutes, during which vehicles can be read but not changed.
create or replace function forecourt.rebuild_listed_vehicles() returns bigint
language plpgsql set search_path = '' as $$
declare
  _listed bigint;
begin
  lock table public.vehicles, public.vehicle_images in share row exclusive mode;
  -- Counted once at the end: the triggers would hold all rows in memory.
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
  perform pg_catalog.pg_notify('forecourt_changes', 'listed_vehicles');
  return _listed;
end
$$;

create or replace function forecourt.recount_listed_vehicles() returns void
language plpgsql set search_path = '' as $$
begin
  delete from forecourt.listed_vehicle_counts;
  insert into forecourt.listed_vehicle_counts
  select coalesce(make, ''), coalesce(model, ''), listed_until, count(*)
  from public.listed_vehicles group by grouping sets ((make, model, listed_until), (listed_until));
end
$$;

-- Returns one document, because the API returns at most a thousand rows.
create or replace function public.find_filter_options() returns jsonb
language sql stable security definer set search_path = '' as $$
  with models as (
    select make, model, sum(vehicles) as vehicles from forecourt.listed_vehicle_counts
    where make <> '' and listed_until >= (select forecourt.london_today()) group by make, model having sum(vehicles) > 0
  ), makes as (
    select name, coalesce(sum(vehicles), 0) as vehicles
    from (select name from public.car_makes union select make from models) as names left join models on make = name
    group by name
  )
  select jsonb_build_object(
    'makes', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'vehicles', vehicles) order by name), '[]')
      from makes),
    'models', (select coalesce(
        jsonb_agg(jsonb_build_object('make', make, 'model', model, 'vehicles', vehicles) order by model, make), '[]')
      from models))
$$;

-- For lists, filters and search. Under row-level security, even if the policy is `true`, the planner may not use column
-- statistics for these conditions. It would assume that a word in half of all rows, such as "warranty", is rare, and
-- read and sort every match to show the newest twenty. This view therefore deliberately runs with its owner's rights:
-- all of listed_vehicles is public, and the view is read-only. `total` is the number of all listed vehicles, whatever
-- the filters. It saves the list without filters a second request, and is computed once per statement, if selected.
create or replace view public.searched_vehicles as
  select l.*, (
    select coalesce(sum(c.vehicles), 0)::bigint from forecourt.listed_vehicle_counts c
    where c.make = '' and c.model = '' and c.listed_until >= forecourt.london_today()
  ) as total
  from public.listed_vehicles l;

-- Cached responses are invalidated when a table that they were built from changes.
create trigger listed_vehicle_counts_changed after insert or update or delete on forecourt.listed_vehicle_counts
  for each statement execute function forecourt.notify_change();

revoke all on forecourt.listed_vehicle_counts from public, anon, authenticated, service_role;

select forecourt.recount_listed_vehicles();

drop policy "admins read every enquiry" on public.enquiries;
drop policy "admins read every test drive" on public.test_drives;
drop policy "customers read their own enquiries" on public.enquiries;
drop policy "customers read their own test drives" on public.test_drives;
drop index public.contact_messages_email_idx;

-- For finding a customer's messages by email address, and for counting as above.
create index contact_messages_email_idx on public.contact_messages (email, created_at desc) include (status);

drop index public.enquiries_email_idx;

-- The policy filters on it. It includes the other columns that the back office counts by, so that the table itself is not
-- read.
create index enquiries_email_idx on public.enquiries (email, created_at desc) include (user_id, status);

drop index public.test_drives_email_idx;

-- As for enquiries.
create index test_drives_email_idx on public.test_drives (email, created_at desc) include (user_id, status);

-- One policy, which tests for an admin first: the rest is then not evaluated for every row that an admin counts.
create policy "admins read every enquiry, customers their own" on public.enquiries
  for select to authenticated using (
    (select public.is_admin()) or (
      (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
      and (select forecourt.second_step_done())
    )
  );

create policy "admins read every test drive, customers their own" on public.test_drives
  for select to authenticated using (
    (select public.is_admin()) or (
      (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
      and (select forecourt.second_step_done())
    )
  );

reset check_function_bodies;
