-- How many vehicles are listed, by what people choose first: the whole list is counted, and the choices are named with
-- their numbers, at the same cost for a thousand vehicles and a million.
create table public.listed_vehicle_counts (
  make text not null,
  model text not null,
  fuel_type text not null,
  transmission text not null,
  listed_until date not null,
  vehicles bigint not null,
  primary key (make, model, fuel_type, transmission, listed_until)
);

alter table public.listed_vehicle_counts enable row level security;
revoke all on public.listed_vehicle_counts from anon, authenticated, service_role;
grant select on public.listed_vehicle_counts to anon, authenticated, service_role;
create policy "everyone sees how many vehicles are listed" on public.listed_vehicle_counts
  for select to anon, authenticated using (true);

create function forecourt.count_listed_vehicles() returns trigger
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
  if tg_op <> 'INSERT' then
    delete from public.listed_vehicle_counts where vehicles = 0;
  end if;
  return null;
end
$$;

create trigger listed_vehicles_count_added after insert on public.listed_vehicles
  referencing new table as now_listed for each statement execute function forecourt.count_listed_vehicles();
create trigger listed_vehicles_count_changed after update on public.listed_vehicles
  referencing old table as was_listed new table as now_listed
  for each statement execute function forecourt.count_listed_vehicles();
create trigger listed_vehicles_count_removed after delete on public.listed_vehicles
  referencing old table as was_listed for each statement execute function forecourt.count_listed_vehicles();

create function public.count_listed_vehicles(
  _make text default null, _model text default null, _fuel_type text default null, _transmission text default null
) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(vehicles), 0)::bigint from public.listed_vehicle_counts
  where listed_until >= forecourt.london_today()
    and make = coalesce(_make, make) and model = coalesce(_model, model)
    and fuel_type = coalesce(_fuel_type, fuel_type) and transmission = coalesce(_transmission, transmission)
$$;
grant execute on function public.count_listed_vehicles(text, text, text, text) to anon, authenticated, service_role;

-- One document: a list of rows would end at the service's thousandth.
create function public.find_filter_options() returns jsonb
language sql stable set search_path = '' as $$
  with models as (
    select make, model, sum(vehicles) as vehicles from public.listed_vehicle_counts
    where listed_until >= forecourt.london_today() group by make, model
  ), makes as (
    select name, coalesce((select sum(vehicles) from models where make = name), 0) as vehicles
    from (select name from public.car_makes union select make from models) as names
  )
  select jsonb_build_object(
    'makes', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'vehicles', vehicles) order by name), '[]')
      from makes),
    'models', (select coalesce(
        jsonb_agg(jsonb_build_object('make', make, 'model', model, 'vehicles', vehicles) order by model, make), '[]')
      from models))
$$;
grant execute on function public.find_filter_options() to anon, authenticated, service_role;

do $$
declare _ids uuid[];
begin
  -- In portions: a statement holds its changes in memory until its triggers have run.
  for _ids in
    select array_agg(id) from (select id, (row_number() over (order by id)) / 5000 as portion from public.vehicles) as v
    group by portion
  loop
    perform forecourt.refresh_listed_vehicles(_ids);
  end loop;
end
$$;
