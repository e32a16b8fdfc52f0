-- All vehicles of a day, whatever they are: the list without a filter is counted from a few rows, however many kinds there are.
create table public.listed_vehicle_totals (
  listed_until date primary key,
  vehicles bigint not null
);
alter table public.listed_vehicle_totals enable row level security;
revoke all on public.listed_vehicle_totals from anon, authenticated, service_role;
grant select on public.listed_vehicle_totals to anon, authenticated, service_role;
create policy "everyone sees how many vehicles are listed in all" on public.listed_vehicle_totals
  for select to anon, authenticated using (true);
create trigger listed_vehicle_totals_changed after insert or update or delete on public.listed_vehicle_totals
  for each statement execute function forecourt.notify_change();

-- Sold vehicles of years gone by leave their kinds behind: choices look only at what is still listed.
create index listed_vehicle_counts_listed_until_idx
  on public.listed_vehicle_counts (listed_until) include (make, model, fuel_type, transmission, vehicles);
-- Those that no vehicle is left of are looked for after every change.
create index listed_vehicle_counts_none_left_idx on public.listed_vehicle_counts (make) where vehicles = 0;

create or replace function forecourt.count_listed_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _changes constant text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as change from now_listed' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as change from was_listed' end);
begin
  -- In one order, so that two who count the same kinds wait for each other, and not for ever.
  execute format($sql$
    insert into public.listed_vehicle_counts as c
    select make, model, fuel_type, transmission, listed_until, sum(change) from (%s) as changes
    group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3, 4, 5
    on conflict (make, model, fuel_type, transmission, listed_until)
      do update set vehicles = c.vehicles + excluded.vehicles
  $sql$, _changes);
  execute format($sql$
    insert into public.listed_vehicle_totals as t
    select listed_until, sum(change) from (%s) as changes
    group by 1 having sum(change) <> 0 order by 1
    on conflict (listed_until) do update set vehicles = t.vehicles + excluded.vehicles
  $sql$, _changes);
  if tg_op <> 'INSERT' then
    delete from public.listed_vehicle_counts where vehicles = 0;
    delete from public.listed_vehicle_totals where vehicles = 0;
  end if;
  return null;
end
$$;

create function forecourt.recount_listed_vehicles() returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.listed_vehicle_counts;
  delete from public.listed_vehicle_totals;
  insert into public.listed_vehicle_counts
  select make, model, fuel_type, transmission, listed_until, count(*)
  from public.listed_vehicles group by 1, 2, 3, 4, 5;
  insert into public.listed_vehicle_totals
  select listed_until, sum(vehicles) from public.listed_vehicle_counts group by 1;
end
$$;
revoke all on function forecourt.recount_listed_vehicles() from public, anon, authenticated, service_role;

create or replace function public.count_listed_vehicles(
  _make text default null, _model text default null, _fuel_type text default null, _transmission text default null
) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  _today constant date := forecourt.london_today();
begin
  if coalesce(_make, _model, _fuel_type, _transmission) is null then
    return (select coalesce(sum(vehicles), 0) from public.listed_vehicle_totals where listed_until >= _today);
  elsif _make is not null then
    return (
      select coalesce(sum(vehicles), 0) from public.listed_vehicle_counts
      where make = _make and listed_until >= _today and model = coalesce(_model, model)
        and fuel_type = coalesce(_fuel_type, fuel_type) and transmission = coalesce(_transmission, transmission));
  end if;
  return (
    select coalesce(sum(vehicles), 0) from public.listed_vehicle_counts
    where listed_until >= _today and model = coalesce(_model, model)
      and fuel_type = coalesce(_fuel_type, fuel_type) and transmission = coalesce(_transmission, transmission));
end
$$;

-- The list without a filter, with how many there are in all beside each row: worked out once a statement, and it saves the
-- list a second request. The reader's own rights count.
create view public.listed_vehicles_with_total with (security_invoker = true) as
  select l.*, (
    select coalesce(sum(t.vehicles), 0)::bigint from public.listed_vehicle_totals t
    where t.listed_until >= forecourt.london_today()
  ) as total
  from public.listed_vehicles l;
revoke all on public.listed_vehicles_with_total from anon, authenticated, service_role;
grant select on public.listed_vehicles_with_total to anon, authenticated, service_role;

select forecourt.recount_listed_vehicles();
