set check_function_bodies = off;

drop function public.end_my_alerts(uuid);
drop function public.vehicles_in_state(text);

-- Ends one of the caller's alerts, or all of them if `_id` is null. Does not say how many, because that would tell drafts
-- from deleted vehicles.
create function public.end_my_alerts(_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.end_alerts(forecourt.own_email_or_refuse(), _id);
end
$$;

revoke all on function public.end_my_alerts(uuid) from public, anon;

grant execute on function public.end_my_alerts(uuid) to authenticated;

-- The vehicles in a state, or in any, for the lists and searches of the back office. What follows from the state is said
-- again, because Postgres can use indexes for it, although only if it knows the state when it plans: call this with GET.
-- Today is an aggregate, so that Postgres computes it once rather than per row, and leaves the join out if it is not used.
create function public.stock_list(_state text default null) returns setof public.vehicles
language sql stable as $$
  select (s.vehicle).* from forecourt.stock s left join public.vehicles_without_picture w on w.id = (s.vehicle).id
  left join (select max(forecourt.london_today()) as day) today on true
  where _state is null or forecourt.state_on(s.vehicle, w.id is not null, today.day) = _state
    and ((s.vehicle).hidden or _state <> 'Draft')
    and ((s.vehicle).sold or _state not in ('Sold', 'Expired'))
    and ((s.vehicle).reserved_until is not null or _state <> 'Reserved')
    and (w.id is not null or _state <> 'No picture')
$$;

revoke all on function public.stock_list(text) from public, anon;

grant execute on function public.stock_list(text) to authenticated, service_role;

-- All vehicles, for staff. With row-level security, Postgres may use neither the indexes for pattern matches nor column
-- statistics, because testing a pattern could reveal rows that the reader may not see. This view therefore runs with its
-- owner's rights. Its only condition on the reader does not depend on the row, so Postgres tests it once, before it reads
-- any row, whatever else a query asks. The whole row is one column, so that the view has every new column of `vehicles`.
create view forecourt.stock as
  select v as vehicle from public.vehicles v
  where v.removed_at is null and (select public.is_staff() or auth.role() = 'service_role');

revoke all on forecourt.stock from public, anon, authenticated, service_role;

grant select on forecourt.stock to authenticated, service_role;

reset check_function_bodies;
