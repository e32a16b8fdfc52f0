set check_function_bodies = off;

drop policy "customers read the vehicles they have saved" on public.saved_vehicles;
drop policy "everyone sees vehicle features" on public.vehicle_features;
drop policy "everyone sees vehicle images" on public.vehicle_images;
drop policy "everyone sees vehicle specifications" on public.vehicle_specifications;
drop policy "everyone sees vehicles, staff also drafts" on public.vehicles;

-- Deletes people of whom nothing is left: no lead, no account, no notes, no answer about marketing, no reservation and no
-- purchase, in the whole group of those merged.
create or replace function forecourt.forget_empty_people(_people uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.people p where p.root_id in (select root_id from public.people where id = any (_people))
    and not exists (
      select from public.people g where g.root_id = p.root_id and (
        g.user_id is not null or g.notes <> '' or g.marketing_consent is not null
        or exists (select from public.lead_desk d where d.person_id = g.id)
        or exists (select from public.vehicle_reservations r where r.person_id = g.id)
        or exists (select from public.vehicle_sales s where s.buyer_id = g.id)))
$$;

-- For the download of a person's data.
create or replace function forecourt.saved_vehicles_of(_users uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', v.id, 'vehicle', v.title, 'saved_at', s.saved_at) order by s.saved_at), '[]')
  from public.saved_vehicles s join public.vehicles v on v.id = s.vehicle_id and not v.hidden
  where s.user_id = any (_users)
$$;

-- For the policies on vehicles. Unlike is_staff, it says nothing about a session that has ended: an error would tell a
-- customer that there is a draft. It looks for the role first, so that for a customer a draft takes hardly longer than an
-- unknown id.
create or replace function forecourt.sees_drafts() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.user_roles where user_id = auth.uid() and role <> 'user')
    and not forecourt.session_has_ended() and public.is_staff();
end
$$;

-- Applies what a device has changed since it last called, and returns all of the account's saved vehicles, the oldest
-- first. Vehicles that do not exist, drafts, and vehicles above the limit are not added; the device keeps its own copies.
create or replace function public.sync_saved_vehicles(_added uuid[], _removed uuid[]) returns setof uuid
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

-- For visitors, who cannot read the table but need to know which times are taken from a given day on. A draft has none,
-- as if it were unknown.
create or replace function public.taken_test_drive_times(_vehicle_id uuid, _from date) returns setof timestamp
language sql stable security definer set search_path = '' as $$
  select preferred_date from public.test_drives
  where vehicle_id = _vehicle_id and status <> 'Closed' and preferred_date >= _from
    and exists (select from public.vehicles v where v.id = _vehicle_id and not v.hidden)
  order by preferred_date
$$;

-- For our own server, which asks for every request (backend/src/rest/run-plan.ts).
create function forecourt.session_has_ended() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform forecourt.session_user_id();
  return false;
exception
  when sqlstate 'PT401' then return true;
end
$$;

revoke all on function forecourt.session_has_ended() from public;

grant execute on function forecourt.session_has_ended() to authenticated;

-- While a saved vehicle is a draft, its customer is not told about it, as if it had been deleted.
create policy "customers read the vehicles they have saved" on public.saved_vehicles
  for select to authenticated
  using (user_id = (select forecourt.enabled_user_id()) and (select forecourt.second_step_done())
    and exists (select from public.vehicles v where v.id = vehicle_id and not v.hidden));

-- For visitors, the policy calls no function, so that a draft is refused as fast as an unknown id.
create policy "everyone sees vehicles, except drafts" on public.vehicles
  for select to anon, authenticated using (not hidden);

create policy "staff see drafts" on public.vehicles
  for select to authenticated using (removed_at is null and (select forecourt.sees_drafts()));

create policy "users see vehicle features" on public.vehicle_features
  for select to authenticated
  using ((select forecourt.sees_drafts()) or exists (select from public.vehicles v where v.id = vehicle_id));

create policy "users see vehicle images" on public.vehicle_images
  for select to authenticated
  using ((select forecourt.sees_drafts()) or exists (select from public.vehicles v where v.id = vehicle_id));

create policy "users see vehicle specifications" on public.vehicle_specifications
  for select to authenticated
  using ((select forecourt.sees_drafts()) or exists (select from public.vehicles v where v.id = vehicle_id));

create policy "visitors see vehicle features" on public.vehicle_features
  for select to anon using (exists (select from public.vehicles v where v.id = vehicle_id));

-- As the vehicles that the caller sees.
create policy "visitors see vehicle images" on public.vehicle_images
  for select to anon using (exists (select from public.vehicles v where v.id = vehicle_id));

create policy "visitors see vehicle specifications" on public.vehicle_specifications
  for select to anon using (exists (select from public.vehicles v where v.id = vehicle_id));

revoke execute on function forecourt.sees_drafts() from anon;

reset check_function_bodies;
