create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(trim(title)) between 1 and 200),
  make text not null check (length(trim(make)) between 1 and 100),
  model text not null check (length(trim(model)) between 1 and 100),
  year integer not null check (year >= 1900),
  price numeric(12, 2) not null check (price >= 0),
  mileage integer not null check (mileage >= 0),
  fuel_type text not null check (fuel_type in ('Petrol', 'Diesel', 'Hybrid', 'Electric')),
  transmission text not null check (transmission in ('Automatic', 'Manual', 'Semi-Automatic')),
  description text not null default '' check (length(description) <= 20000),
  featured boolean not null default false,
  sold boolean not null default false,
  sold_expiry_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  autotrader_id text check (length(autotrader_id) <= 100),
  constraint vehicles_sold_needs_expiry_date check (not sold or sold_expiry_date is not null),
  constraint vehicles_sold_is_never_featured check (not (sold and featured))
);

-- One index for each way the public list is sorted, the newest first by default.
create index vehicles_created_at_idx on public.vehicles (created_at desc, id);
create index vehicles_price_idx on public.vehicles (price, id);
create index vehicles_year_idx on public.vehicles (year, id);
create index vehicles_mileage_idx on public.vehicles (mileage, id);
create index vehicles_make_model_idx on public.vehicles (make, model);
create index vehicles_model_idx on public.vehicles (model);
create index vehicles_featured_idx on public.vehicles (created_at desc) where featured and not sold;
create index vehicles_sold_idx on public.vehicles (updated_at desc) where sold;
-- The search box looks for a piece of any of these.
create index vehicles_title_search_idx on public.vehicles using gin (title extensions.gin_trgm_ops);
create index vehicles_make_search_idx on public.vehicles using gin (make extensions.gin_trgm_ops);
create index vehicles_model_search_idx on public.vehicles using gin (model extensions.gin_trgm_ops);
create index vehicles_description_search_idx on public.vehicles using gin (description extensions.gin_trgm_ops);

alter table public.vehicles enable row level security;
revoke all on public.vehicles from anon, authenticated;
grant select on public.vehicles to anon;
grant select, insert, update, delete on public.vehicles to authenticated;
grant all on public.vehicles to service_role;

create policy "everyone sees vehicles" on public.vehicles
  for select to anon, authenticated using (true);
create policy "admins add vehicles" on public.vehicles
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change vehicles" on public.vehicles
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "admins delete vehicles" on public.vehicles
  for delete to authenticated using ((select public.is_admin()));

create trigger vehicles_changed after insert or update or delete on public.vehicles
  for each statement execute function forecourt.notify_change();
