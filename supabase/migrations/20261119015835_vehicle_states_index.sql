set check_function_bodies = off;

drop index public.vehicles_created_at_idx;

-- One index for each sort order.
-- With the columns that decide a state, so that vehicles in a state are found and counted from the index alone.
create index vehicles_created_at_idx on public.vehicles (created_at desc, id)
  include (hidden, removed_at, sold, sold_expiry_date, reserved_until);

-- The vehicles in a state, for lists. What follows from the state is said again, because Postgres can use indexes for it,
-- although only if it knows the state when it plans: call this with GET. Today is computed once rather than per row.
create or replace function public.vehicles_in_state(_state text) returns setof public.vehicles
language sql stable as $$
  select v.* from public.vehicles v left join public.vehicles_without_picture w on w.id = v.id
  cross join (select forecourt.london_today() as day offset 0) today
  where forecourt.state_on(v, w.id is not null, today.day) = _state
    and (v.hidden or _state <> 'Draft')
    and (v.sold or _state not in ('Sold', 'Expired'))
    and (v.reserved_until is not null or _state <> 'Reserved')
    and (w.id is not null or _state <> 'No picture')
$$;

reset check_function_bodies;
