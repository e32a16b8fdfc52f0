-- The makes and models of all vehicles, for the back office: how many vehicles each has, and renaming and merging them.
-- docs/decisions/0044-renaming-makes.md gives the reasons.

-- Each make that is offered or in use. Of makes that differ only in case, accents, hyphens or spaces, one that is offered
-- and has the most vehicles counts as the usual one; it is `same_as` for the others. Counting reads only the index on make
-- and model.
create view public.make_stock with (security_invoker = true) as
  with counted as (
    select v.make, sum(v.vehicles)::bigint as vehicles, count(*) as models
    from (select make, model, count(*) as vehicles from public.vehicles group by make, model) v group by v.make
  ), makes as (
    select make, coalesce(c.vehicles, 0) as vehicles, coalesce(c.models, 0) as models, m.name is not null as is_offered,
      first_value(make) over (
        partition by forecourt.search_text(make) order by m.name is null, coalesce(c.vehicles, 0) desc, make) as usual
    from counted c full join (select name, name as make from public.car_makes) m using (make)
  )
  select make, vehicles, models, is_offered, nullif(usual, make) as same_as, forecourt.search_text(make) as plain_name
  from makes where (select forecourt.is_trusted_staff());
revoke all on public.make_stock from anon, authenticated;
grant select on public.make_stock to authenticated, service_role;

create view public.model_stock with (security_invoker = true) as
  select make, model, vehicles, nullif(first_value(model) over (
    partition by make, forecourt.search_text(model) order by vehicles desc, model), model) as same_as,
    forecourt.search_text(model) as plain_name
  from (select make, model, count(*) as vehicles from public.vehicles group by make, model) m
  where (select forecourt.is_trusted_staff());
revoke all on public.model_stock from anon, authenticated;
grant select on public.model_stock to authenticated, service_role;

-- One entry for each vehicle, as parts of one for the whole change, although it may take several requests.
create function forecourt.record_renaming(_vehicles uuid[], _summary text, _detail text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _actor constant uuid := (select id from public.profiles where id = auth.uid());
  _whole bigint;
begin
  -- The actor's last entry, which is part of this change if the request is repeated.
  select a.id into _whole from public.activity a
  where a.id = (
      select coalesce(part_of, id) from public.activity where actor_id is not distinct from _actor order by id desc limit 1)
    and a.kind = 'vehicle_bulk_change' and a.summary = _summary and a.created_at > now() - interval '10 minutes';
  if not found then
    insert into public.activity (kind, summary, actor_id) values ('vehicle_bulk_change', _summary, _actor)
    returning id into _whole;
  end if;
  insert into public.activity (kind, summary, vehicle_id, actor_id, part_of)
  select 'vehicle_updated', v.title || ': ' || _detail, v.id, _actor, _whole
  from public.vehicles v where v.id = any (_vehicles);
end
$$;
revoke all on function forecourt.record_renaming(uuid[], text, text) from public;
grant execute on function forecourt.record_renaming(uuid[], text, text) to authenticated, service_role;

-- Moves vehicles to another make or model for as long as one request may keep the embedded database busy. The caller
-- repeats the request until none is left, so a hundred thousand vehicles take many short transactions.
create function forecourt.move_vehicles(
  _make text, _model text, _new_make text, _new_model text, out moved integer, out is_done boolean
)
language plpgsql set search_path = '' as $$
declare
  _batch constant integer := 20;
  _until constant timestamptz := clock_timestamp() + interval '150 milliseconds';
  _ids uuid[];
  _all uuid[] := '{}';
begin
  perform set_config('forecourt.bulk_change', 'on', true), set_config('forecourt.renaming', 'on', true);
  loop
    _ids := array(
      select id from public.vehicles where make = _make and (_model is null or model = _model) limit _batch for update);
    update public.vehicles v set make = _new_make, model = coalesce(_new_model, v.model) where v.id = any (_ids);
    _all := _all || _ids;
    is_done := cardinality(_ids) < _batch;
    exit when is_done or clock_timestamp() > _until;
  end loop;
  perform set_config('forecourt.bulk_change', '', true), set_config('forecourt.renaming', '', true);
  moved := cardinality(_all);
  perform forecourt.record_renaming(_all,
    case when _model is null then format('Make %s changed to %s', _make, _new_make)
      else format('Model %s %s changed to %s', _make, _model, _new_model) end,
    case when _model is null then format('make changed from %s to %s', _make, _new_make)
      else format('model changed from %s to %s', _model, _new_model) end);
end
$$;

create function forecourt.has_make(_make text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.car_makes where name = _make) or exists (select from public.vehicles where make = _make)
$$;

-- Renames a make, or merges it into another one. All its vehicles follow; their titles stay. Runs with the caller's rights:
-- staff may rename, and only admins may merge a make that is offered, because that deletes it. Call it again with _merge
-- until is_done.
create function public.rename_make(_make text, _name text, _merge boolean default false)
returns table (moved integer, is_done boolean)
language plpgsql set search_path = '' as $$
declare
  _new constant text := trim(_name);
  _is_offered constant boolean := exists (select from public.car_makes where name = _make);
  _other text;
begin
  if not forecourt.is_trusted_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.makes', 0));
  if not forecourt.has_make(_make) or _merge and not forecourt.has_make(_new) then
    raise exception 'Make not found' using errcode = 'PT404';
  end if;
  if _new = _make then
    return query select 0, true;
    return;
  end if;
  if _merge then
    if _is_offered and not forecourt.is_trusted() then
      raise exception 'Only an administrator may do this.' using errcode = '42501';
    end if;
    delete from public.car_makes where name = _make;
    insert into public.car_makes (name) values (_new) on conflict do nothing;
  else
    select make into _other from public.make_stock
    where make <> _make and forecourt.search_text(make) = forecourt.search_text(_new) order by vehicles desc limit 1;
    if found then
      raise exception 'There is already a make called %. Merge the two instead.', _other using errcode = 'P0001';
    end if;
    update public.car_makes set name = _new where name = _make;
    if not found then
      insert into public.car_makes (name) values (_new);
    end if;
  end if;
  return query select * from forecourt.move_vehicles(_make, null, _new, null);
end
$$;
revoke all on function public.rename_make(text, text, boolean) from public, anon;
grant execute on function public.rename_make(text, text, boolean) to authenticated, service_role;

-- Renames a model of a make, or merges it into another one, in the same way. Models exist only as a column of `vehicles`.
create function public.rename_model(_make text, _model text, _name text, _merge boolean default false)
returns table (moved integer, is_done boolean)
language plpgsql set search_path = '' as $$
declare
  _new constant text := trim(_name);
  _other text;
begin
  if not forecourt.is_trusted_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.makes', 0));
  if not exists (select from public.vehicles where make = _make and model = _model)
    or _merge and not exists (select from public.vehicles where make = _make and model = _new)
  then
    raise exception 'Model not found' using errcode = 'PT404';
  end if;
  if _new = _model then
    return query select 0, true;
    return;
  end if;
  if not _merge then
    select model into _other from public.model_stock
    where make = _make and model <> _model and forecourt.search_text(model) = forecourt.search_text(_new)
    order by vehicles desc limit 1;
    if found then
      raise exception '% already has a model called %. Merge the two instead.', _make, _other using errcode = 'P0001';
    end if;
  end if;
  return query select * from forecourt.move_vehicles(_make, _model, _make, _new);
end
$$;
revoke all on function public.rename_model(text, text, text, boolean) from public, anon;
grant execute on function public.rename_model(text, text, text, boolean) to authenticated, service_role;

-- Deletes the makes without a vehicle, or only the given one. Returns how many were deleted.
create function public.delete_unused_makes(_make text default null) returns bigint
language plpgsql set search_path = '' as $$
declare
  _deleted bigint;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from public.car_makes m
  where (_make is null or m.name = _make) and not exists (select from public.vehicles v where v.make = m.name);
  get diagnostics _deleted = row_count;
  return _deleted;
end
$$;
revoke all on function public.delete_unused_makes(text) from public, anon;
grant execute on function public.delete_unused_makes(text) to authenticated, service_role;
