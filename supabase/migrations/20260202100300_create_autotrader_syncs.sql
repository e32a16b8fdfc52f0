-- What AutoTrader was sent last for a vehicle, and what is still to be done. Rows outlive their vehicle: the listing
-- of a deleted one has to be taken down.
create table public.autotrader_syncs (
  vehicle_id uuid primary key,
  stock_id text,
  sent jsonb,
  pending text check (pending in ('create', 'update', 'delete')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz,
  updated_at timestamptz not null default now()
);
create index autotrader_syncs_due_idx on public.autotrader_syncs (next_attempt_at) where pending is not null;
alter table public.autotrader_syncs enable row level security;
revoke all on public.autotrader_syncs from anon, authenticated;
grant select on public.autotrader_syncs to authenticated;
grant select, insert, update, delete on public.autotrader_syncs to service_role;
create policy "admins see how the listings stand" on public.autotrader_syncs
  for select to authenticated using ((select public.is_admin()));

-- Whoever deletes a listed vehicle, by whatever way: its listing is taken down.
create function public.unlist_deleted_vehicle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.autotrader_syncs as s (vehicle_id, stock_id, pending, next_attempt_at)
  values (old.id, old.autotrader_id, 'delete', now())
  on conflict (vehicle_id) do update set
    stock_id = coalesce(excluded.stock_id, s.stock_id), pending = 'delete', next_attempt_at = now(), attempts = 0;
  return null;
end
$$;
revoke execute on function public.unlist_deleted_vehicle() from public, anon, authenticated;
create trigger unlist_deleted_vehicle after delete on public.vehicles
  for each row when (old.autotrader_id is not null) execute function public.unlist_deleted_vehicle();
