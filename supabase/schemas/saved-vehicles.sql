-- The vehicles that customers have saved to their accounts. Each device also keeps copies, and
-- site/app/platform/saved/follow-account.ts brings the two together.
create table public.saved_vehicles (
  user_id uuid not null references auth.users on delete cascade,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  saved_at timestamptz not null default now(),
  primary key (user_id, vehicle_id)
);
alter table public.saved_vehicles enable row level security;
-- Deleting a vehicle looks them up.
create index saved_vehicles_vehicle_id_idx on public.saved_vehicles (vehicle_id);

revoke all on public.saved_vehicles from anon, authenticated;
grant select on public.saved_vehicles to authenticated;
grant all on public.saved_vehicles to service_role;

-- While a saved vehicle is a draft, its customer is not told about it, as if it had been deleted.
create policy "customers read the vehicles they have saved" on public.saved_vehicles
  for select to authenticated
  using (user_id = (select forecourt.enabled_user_id()) and (select forecourt.second_step_done())
    and exists (select from public.vehicles v where v.id = vehicle_id and not v.hidden));

-- Applies what a device has changed since it last called, and returns all of the account's saved vehicles, the oldest
-- first. Vehicles that do not exist, drafts, and vehicles above the limit are not added; the device keeps its own copies.
create function public.sync_saved_vehicles(_added uuid[], _removed uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  _most constant integer := 200;
  _user_id constant uuid := forecourt.enabled_user_id();
begin
  if _user_id is null or not forecourt.second_step_done() then
    raise exception 'Please sign in again.' using errcode = '42501';
  end if;
  if cardinality(_added) > _most or cardinality(_removed) > _most then
    raise exception 'Too many vehicles at once' using errcode = '22023';
  end if;
  -- Two devices of one customer would otherwise count the same free places.
  perform pg_advisory_xact_lock(hashtextextended('forecourt.saved_vehicles:' || _user_id::text, 0));
  delete from public.saved_vehicles where user_id = _user_id and vehicle_id = any (_removed);
  insert into public.saved_vehicles (user_id, vehicle_id, saved_at)
  select _user_id, v.id, now() + place * interval '1 microsecond'
  from unnest(_added) with ordinality as given (id, place)
  join public.vehicles v on v.id = given.id and not v.hidden
  where not exists (select from public.saved_vehicles s where s.user_id = _user_id and s.vehicle_id = v.id)
  order by place
  limit greatest(0, _most - (select count(*) from public.saved_vehicles where user_id = _user_id))
  on conflict do nothing;
  return query
    select s.vehicle_id from public.saved_vehicles s join public.vehicles v on v.id = s.vehicle_id and not v.hidden
    where s.user_id = _user_id order by s.saved_at, s.vehicle_id;
end
$$;
revoke all on function public.sync_saved_vehicles(uuid[], uuid[]) from public, anon;
grant execute on function public.sync_saved_vehicles(uuid[], uuid[]) to authenticated;

-- For the download of a person's data.
create function forecourt.saved_vehicles_of(_users uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', v.id, 'vehicle', v.title, 'saved_at', s.saved_at) order by s.saved_at), '[]')
  from public.saved_vehicles s join public.vehicles v on v.id = s.vehicle_id and not v.hidden
  where s.user_id = any (_users)
$$;
revoke all on function forecourt.saved_vehicles_of(uuid[]) from public;
