set check_function_bodies = off;

-- For vehicles_by_code.
create index vehicle_identity_registration_idx on public.vehicle_identity using gin (registration extensions.gin_trgm_ops);

create index vehicle_sales_incomplete_idx on public.vehicle_sales (vehicle_id) where channel is null;

create index vehicles_stock_number_search_idx on public.vehicles
  using gin (forecourt.plain_code(stock_number) extensions.gin_trgm_ops);

-- The ids of the vehicles whose registration or stock number contains a text, for the search of the back office, shortest
-- first. Spaces, hyphens and case do not matter. A text of one or two characters must be the whole code, because the
-- indexes need three. Runs as the owner, because with row-level security Postgres could not use the indexes.
create function public.vehicles_by_code(_text text) returns setof uuid
language plpgsql stable security definer rows 10 set search_path = '' as $$
declare
  _code constant text := forecourt.plain_code(left(_text, 100));
  _pattern constant text := case when length(_code) < 3 then _code else '%' || _code || '%' end;
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  return query
    select found.id from (
      select i.vehicle_id as id, i.registration as code from public.vehicle_identity i where i.registration like _pattern
      union all
      select v.id, v.stock_number from public.vehicles v where forecourt.plain_code(v.stock_number) like _pattern
    ) as found
    group by found.id order by min(length(found.code)), found.id limit 50;
end
$$;

revoke all on function public.vehicles_by_code(text) from public, anon;

grant execute on function public.vehicles_by_code(text) to authenticated, service_role;

reset check_function_bodies;

-- Vehicles that were sold before there was a record of sales, so that admins see which ones to complete. The day is that of
-- the last change, which the back office shows as the sold date.
insert into public.vehicle_sales (vehicle_id, price_pence, sold_on, is_prefilled)
select v.id, round(public.asking_price(v) * 100), (v.updated_at at time zone 'Europe/London')::date, true
from public.vehicles v where v.sold
on conflict (vehicle_id) do nothing;
