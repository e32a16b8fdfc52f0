set check_function_bodies = off;

create sequence forecourt.stock_numbers start 1001;
revoke all on sequence forecourt.stock_numbers from public, anon, authenticated;

-- Skips numbers that are in use, for example after an import.
create function forecourt.next_stock_number() returns text
language plpgsql security definer set search_path = '' as $$
declare
  _prefix constant text := coalesce((select trim(value) from public.config where key = 'STOCK_NUMBER_PREFIX'), '');
  _number text;
begin
  loop
    _number := _prefix || nextval('forecourt.stock_numbers');
    exit when not exists (select from public.vehicles where stock_number = _number);
  end loop;
  return _number;
end
$$;
revoke all on function forecourt.next_stock_number() from public;
grant execute on function forecourt.next_stock_number() to authenticated, service_role;

alter table public.vehicles
  add column stock_number text check (length(stock_number) between 1 and 30),
  add column derivative text check (length(derivative) between 1 and 100),
  add column body_type text check (
    body_type in ('Convertible', 'Coupe', 'Estate', 'Hatchback', 'MPV', 'Pickup', 'Saloon', 'SUV', 'Van')),
  add column colour text check (length(colour) between 1 and 50),
  add column doors integer check (doors between 1 and 9),
  add column seats integer check (seats between 1 and 20),
  add column engine_cc integer check (engine_cc between 1 and 20000),
  add column power_bhp integer check (power_bhp between 1 and 3000),
  add column drivetrain text check (drivetrain in ('Front-wheel drive', 'Rear-wheel drive', 'Four-wheel drive')),
  add column hybrid_type text check (hybrid_type in ('Mild hybrid', 'Full hybrid', 'Plug-in hybrid', 'Range extender')),
  add column co2 integer check (co2 between 0 and 1000),
  add column euro_standard integer check (euro_standard between 1 and 7),
  add column ulez text check (ulez in ('Yes', 'No')),
  add column electric_range integer check (electric_range between 1 and 2000),
  add column first_registered date,
  add column previous_owners integer check (previous_owners between 0 and 50),
  add column service_history text check (service_history in ('Full, main dealer', 'Full', 'Part', 'None')),
  add column mot_until date,
  add column insurance_category text check (
    insurance_category in ('None', 'Category S', 'Category N', 'Category C', 'Category D')),
  add column is_import boolean not null default false,
  add column keys integer check (keys between 0 and 9),
  add column warranty_months integer check (warranty_months between 1 and 120),
  add column vat_scheme text check (vat_scheme in ('Margin scheme', 'VAT qualifying')),
  add column video_url text check (length(video_url) <= 500 and video_url ~ '^https://'),
  add column spin_url text check (length(spin_url) <= 500 and spin_url ~ '^https://'),
  add column meets_ulez boolean generated always as (
    case
      when ulez is not null then ulez = 'Yes'
      when fuel_type = 'Electric' then true
      when euro_standard >= case fuel_type when 'Petrol' then 4 else 6 end then true
      when euro_standard < case fuel_type when 'Diesel' then 6 else 4 end then false
      when euro_standard is null
        and first_registered >= case fuel_type when 'Petrol' then date '2006-01-01' else date '2015-09-01' end then true
    end
  ) stored;

-- Existing vehicles are numbered from the oldest. The triggers would take this for an edit.
alter table public.vehicles disable trigger user;
update public.vehicles v set stock_number = (1000 + place)::text
from (select id, row_number() over (order by created_at, id) as place from public.vehicles) as numbered
where numbered.id = v.id;
alter table public.vehicles enable trigger user;
select setval('forecourt.stock_numbers', 1001 + count(*), false) from public.vehicles;
alter table public.vehicles
  alter column stock_number set not null,
  alter column stock_number set default forecourt.next_stock_number(),
  add constraint vehicles_stock_number_key unique (stock_number);

-- The columns that save_vehicle does not write, because the database or a service sets them. It writes all other
-- columns, including any that are added later.
create or replace function forecourt.kept_vehicle_columns() returns text[]
language sql immutable set search_path = '' as $$
  select array['id', 'created_at', 'updated_at', 'autotrader_id', 'stock_number', 'meets_ulez']
$$;

-- `updated_at` is shown as the sold date and used to detect edit conflicts. It therefore does not change when the sync
-- stores AutoTrader's id, and no two edits have the same value.
create or replace function forecourt.touch_vehicle() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Generated columns are not computed yet.
  if to_jsonb(new) - array['autotrader_id', 'meets_ulez'] = to_jsonb(old) - array['autotrader_id', 'meets_ulez'] then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

insert into forecourt.settings (key, readable_by, tab) values ('STOCK_NUMBER_PREFIX', 'admin', null);

insert into public.config (key, value) values ('STOCK_NUMBER_PREFIX', '') on conflict (key) do nothing;

reset check_function_bodies;
