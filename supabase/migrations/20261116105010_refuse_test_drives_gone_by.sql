-- Today is bookable, an hour of today that has begun is not: by London's wall clock, as the picker counts. P0001, because
-- the form shows these words: whoever left it open for an hour did nothing wrong.
create or replace function forecourt.check_test_drive_date() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'INSERT' or new.preferred_date is distinct from old.preferred_date then
    if new.preferred_date::date < forecourt.london_today() then
      raise exception 'The preferred date cannot be in the past.' using errcode = '23514';
    end if;
    if new.preferred_date <= forecourt.london_now() then
      raise exception 'This time has already passed. Please choose a later one.' using errcode = 'P0001';
    end if;
    if new.preferred_date::date > forecourt.london_today() + 90 then
      raise exception 'The preferred date can be 90 days ahead at most.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;
