-- What enquiries and test drives have in common. Arguments of the trigger: the status that a new one starts with.
create function forecourt.prepare_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  _vehicle record;
begin
  new.email := lower(trim(new.email));
  new.name := trim(new.name);
  new.phone := trim(new.phone);
  select title, sold into _vehicle from public.vehicles where id = new.vehicle_id;
  -- Kept beside the lead, because the vehicle may be deleted. An unknown one is refused by the foreign key.
  new.vehicle_title := coalesce(_vehicle.title, '');

  if not forecourt.is_trusted() then
    if new.vehicle_id is null then
      raise exception 'Please choose a vehicle.' using errcode = '23502';
    end if;
    if _vehicle.sold then
      raise exception 'This vehicle has been sold and is no longer available for purchase or test drives.'
        using errcode = 'P0001';
    end if;
    if new.status is distinct from tg_argv[0] then
      raise exception 'Only an administrator may set the status.' using errcode = '42501';
    end if;
    new.created_at := now();
    new.updated_at := now();
  end if;
  return new;
end
$$;
