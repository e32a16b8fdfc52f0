-- Rules that depend on today bind people, and only when they set the column: an expired vehicle can still be edited. The
-- service and the owner may import or restore what was right in its day.
create function forecourt.check_vehicle_dates() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if (tg_op = 'INSERT' or new.year is distinct from old.year)
    and new.year > extract(year from forecourt.london_today()) + 1
  then
    raise exception 'The year can be next year at the latest.' using errcode = '23514';
  end if;
  if new.sold and (tg_op = 'INSERT' or new.sold_expiry_date is distinct from old.sold_expiry_date)
    and new.sold_expiry_date <= forecourt.london_today()
  then
    raise exception 'The sold expiry date must be tomorrow or later.' using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger vehicles_check_dates before insert or update on public.vehicles
  for each row execute function forecourt.check_vehicle_dates();

-- `updated_at` is the sold date on screens and the token that tells an edit conflict, so the listing sync, which only
-- notes its own id, leaves it alone; and no two edits share one, however quick.
create function forecourt.touch_vehicle() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - 'autotrader_id' = to_jsonb(old) - 'autotrader_id' then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

create trigger vehicles_touch before update on public.vehicles
  for each row execute function forecourt.touch_vehicle();
