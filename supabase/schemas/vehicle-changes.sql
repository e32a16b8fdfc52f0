-- Changes to several vehicles at once. Each can be previewed, and undone for ten minutes.
-- docs/decisions/0043-bulk-changes.md gives the reasons.

-- What a bulk change replaced, so that its author can undo it. `vehicles` is an array with each changed vehicle's `id`, the
-- replaced columns (`before`), and its `updated_at` before (`was`) and after (`now`) the change.
create table public.vehicle_changes (
  id uuid primary key default gen_random_uuid(),
  change jsonb not null,
  vehicles jsonb not null,
  -- What was done, such as '12 vehicles featured'.
  summary text not null,
  actor_id uuid default auth.uid() references public.profiles on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '10 minutes'
);
alter table public.vehicle_changes enable row level security;
create index vehicle_changes_actor_id_idx on public.vehicle_changes (actor_id);

revoke all on public.vehicle_changes from anon, authenticated;
grant select on public.vehicle_changes to authenticated;
grant all on public.vehicle_changes to service_role;

create policy "staff read their own bulk changes" on public.vehicle_changes
  for select to authenticated using ((select public.is_staff()) and actor_id = (select forecourt.session_user_id()));

create trigger vehicle_changes_changed after insert or update or delete on public.vehicle_changes
  for each statement execute function forecourt.notify_change();

-- The changes are {"kind": "feature"}, "unfeature", "draft", "list" (no longer a draft), "delete" and "price" with either
-- "by", an amount in pounds, or "percent". Everything else is refused.
create function forecourt.check_vehicle_change(_ids uuid[], _change jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  _max constant integer := 500;
  _kind constant text := coalesce(_change ->> 'kind', '');
begin
  if not forecourt.is_trusted_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  if _kind = 'delete' and not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if cardinality(_ids) > _max then
    raise exception 'You can change up to % vehicles at once.', _max using errcode = 'P0001';
  end if;
  if _kind not in ('feature', 'unfeature', 'draft', 'list', 'price', 'delete')
    or _kind = 'price' and not coalesce(
      case when _change ? 'by' then not _change ? 'percent' and abs((_change ->> 'by')::numeric) < 100000000
        else (_change ->> 'percent')::numeric between -100 and 1000 end, false)
  then
    raise exception 'Unknown change' using errcode = '22023';
  end if;
end
$$;

-- Pounds, with pence only if there are any.
create function forecourt.pounds(_amount numeric) returns text
language sql immutable set search_path = '' as $$
  select '£' || to_char(_amount, case when _amount = trunc(_amount) then 'FM999,999,999,990' else 'FM999,999,999,990.00' end)
$$;

-- A change in words, such as '12 vehicles featured'. `_what` is a title, or the number of vehicles.
create function forecourt.vehicle_change_in_words(_change jsonb, _what text, _count bigint) returns text
language sql immutable set search_path = '' as $$
  select case _change ->> 'kind'
    when 'feature' then _what || ' featured'
    when 'unfeature' then _what || ' no longer featured'
    when 'draft' then _what || case _count when 1 then ' made a draft' else ' made drafts' end
    when 'list' then _what || case _count when 1 then ' no longer a draft' else ' no longer drafts' end
    when 'delete' then _what || ' deleted'
    else format('Price of %s %s by %s', _what,
      case when coalesce(_change ->> 'by', _change ->> 'percent')::numeric < 0 then 'reduced' else 'increased' end,
      coalesce(forecourt.pounds(abs((_change ->> 'by')::numeric)), trim_scale(abs((_change ->> 'percent')::numeric)) || '%'))
  end
$$;

-- A percentage leads to whole pounds.
create function forecourt.changed_price(_price numeric, _change jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce(
    round(_price + (_change ->> 'by')::numeric, 2), round(_price * (100 + (_change ->> 'percent')::numeric) / 100))
$$;

-- What a change would do to each vehicle, in the given order. `before` and `after` hold the columns that it sets; they are
-- equal if the vehicle is already as requested. With a `refusal`, the vehicle stays as it is. Prices have the limit of the
-- vehicle form.
create function forecourt.plan_vehicle_changes(_ids uuid[], _change jsonb)
returns table (id uuid, title text, updated_at timestamptz, before jsonb, after jsonb, refusal text)
language sql stable set search_path = '' as $$
  select given.id, v.title, v.updated_at, planned.before, planned.after,
    case
      when v.id is null then 'gone'
      when v.sold and _change ->> 'kind' in ('feature', 'price') then 'sold'
      when v.price_on_application and (planned.before ->> 'price')::numeric = 0 then 'no-price'
      when (planned.after ->> 'price')::numeric <= 0 then 'too-low'
      when (planned.after ->> 'price')::numeric >= 100000000 then 'too-high'
    end
  from unnest(_ids) with ordinality as given (id, position)
  left join public.vehicles v on v.id = given.id
  cross join lateral (
    select
      case
        when _change ->> 'kind' in ('feature', 'unfeature') then jsonb_build_object('featured', v.featured)
        when _change ->> 'kind' = 'price' then jsonb_build_object('price', public.asking_price(v))
        else jsonb_build_object('hidden', v.hidden)
      end as before,
      case _change ->> 'kind'
        when 'feature' then '{"featured": true}'
        when 'unfeature' then '{"featured": false}'
        when 'price' then jsonb_build_object('price', forecourt.changed_price(public.asking_price(v), _change))
        when 'list' then '{"hidden": false}'
        when 'draft' then '{"hidden": true}'
      end as after
  ) planned
  order by given.position
$$;

-- The preview, with what to think of first: a draft or a vehicle without a picture is not on the site even if it is
-- featured or listed, and a deleted vehicle takes its purchase, costs and sale with it.
create function public.preview_vehicle_changes(_ids uuid[], _change jsonb)
returns table (
  id uuid, title text, updated_at timestamptz, before jsonb, after jsonb, refusal text, notes text[], open_leads bigint
)
language plpgsql stable set search_path = '' as $$
declare
  _kind constant text := _change ->> 'kind';
begin
  perform forecourt.check_vehicle_change(_ids, _change);
  return query
    select p.*,
      array_remove(array[
        case when _kind = 'feature' and v.hidden then 'draft' end,
        case when _kind in ('feature', 'list') and exists (
          select from public.vehicles_without_picture w where w.id = p.id) then 'no-picture' end,
        case when _kind = 'price' and v.price_on_application then 'on-application' end,
        case when _kind in ('draft', 'delete') and public.vehicle_state(v) = 'Reserved' then 'reserved' end,
        case when _kind = 'delete' and (exists (select from public.vehicle_ledger l where l.vehicle_id = p.id)
          or exists (select from public.vehicle_costs c where c.vehicle_id = p.id)
          or exists (select from public.vehicle_sales s where s.vehicle_id = p.id)) then 'records' end
      ], null),
      case when _kind = 'delete' then (
        select count(*) from public.lead_desk d where d.vehicle_id = p.id and d.status <> 'Closed') else 0 end
    from forecourt.plan_vehicle_changes(_ids, _change) p left join public.vehicles v on v.id = p.id
    order by array_position(_ids, p.id);
end
$$;
revoke all on function public.preview_vehicle_changes(uuid[], jsonb) from public, anon;
grant execute on function public.preview_vehicle_changes(uuid[], jsonb) to authenticated, service_role;

-- Hides vehicles from everyone until they are removed for good, so that undoing brings back everything that belongs to
-- them. Returns their new `updated_at` by id.
create function forecourt.remove_vehicles(_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _now jsonb;
begin
  if not (public.is_admin() or coalesce(auth.role(), '') not in ('anon', 'authenticated')) then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  with changed as (
    update public.vehicles v set hidden = true, removed_at = now()
    where v.id = any (_ids) and v.removed_at is null returning v.id, v.updated_at
  )
  select jsonb_object_agg(id, updated_at) into _now from changed;
  return _now;
end
$$;
revoke all on function forecourt.remove_vehicles(uuid[]) from public;
grant execute on function forecourt.remove_vehicles(uuid[]) to authenticated, service_role;

create function forecourt.restore_vehicles(_vehicles jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _now jsonb;
begin
  if not (public.is_admin() or coalesce(auth.role(), '') not in ('anon', 'authenticated')) then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  with changed as (
    update public.vehicles v set hidden = (d -> 'before' ->> 'hidden')::boolean, removed_at = null
    from jsonb_array_elements(_vehicles) as d
    where v.id = (d ->> 'id')::uuid and v.removed_at is not null
    returning v.id, v.updated_at
  )
  select jsonb_object_agg(id, updated_at) into _now from changed;
  return _now;
end
$$;
revoke all on function forecourt.restore_vehicles(jsonb) from public;
grant execute on function forecourt.restore_vehicles(jsonb) to authenticated, service_role;

-- Removes the vehicles whose ten minutes are over, and what could have been undone. Runs in the hourly housekeeping and,
-- because a hosted project has none, before each bulk change. Skips a vehicle that is just being restored.
create function forecourt.remove_expired_changes() returns void
language sql security definer set search_path = '' as $$
  delete from public.vehicle_changes where expires_at < now();
  delete from public.vehicles where id in (
    select id from public.vehicles where removed_at < now() - interval '10 minutes' order by id limit 500
    for update skip locked);
$$;
revoke all on function forecourt.remove_expired_changes() from public;
grant execute on function forecourt.remove_expired_changes() to authenticated, service_role;

-- One entry for each vehicle. If there are several, they are parts of one entry with the summary, which lists show
-- instead.
create function forecourt.record_vehicle_changes(_change jsonb, _vehicles jsonb, _summary text, _is_undone boolean)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  _actor constant uuid := (select id from public.profiles where id = auth.uid());
  _is_deleted constant boolean := _change ->> 'kind' = 'delete' and not _is_undone;
  _whole bigint;
begin
  if jsonb_array_length(_vehicles) > 1 then
    insert into public.activity (kind, summary, actor_id) values ('vehicle_bulk_change', _summary, _actor)
    returning id into _whole;
  end if;
  insert into public.activity (kind, summary, vehicle_id, actor_id, part_of)
  select case when _is_deleted then 'vehicle_deleted' else 'vehicle_updated' end,
    case
      when _change ->> 'kind' = 'price' then format('%s: price changed from %s to %s', d ->> 'title',
        forecourt.pounds((d -> case when _is_undone then 'after' else 'before' end ->> 'price')::numeric),
        forecourt.pounds((d -> case when _is_undone then 'before' else 'after' end ->> 'price')::numeric))
      else case when _is_undone then 'Undone: ' else '' end
        || forecourt.vehicle_change_in_words(_change, d ->> 'title', 1)
    end,
    case when not _is_deleted then (d ->> 'id')::uuid end, _actor, _whole
  from jsonb_array_elements(_vehicles) as d;
end
$$;
revoke all on function forecourt.record_vehicle_changes(jsonb, jsonb, text, boolean) from public;

create function forecourt.keep_vehicle_change(_change jsonb, _vehicles jsonb) returns public.vehicle_changes
language plpgsql security definer set search_path = '' as $$
declare
  _count constant integer := jsonb_array_length(_vehicles);
  _kept public.vehicle_changes;
begin
  insert into public.vehicle_changes (change, vehicles, summary)
  values (_change, _vehicles, forecourt.vehicle_change_in_words(
    _change, case _count when 1 then _vehicles -> 0 ->> 'title' else _count || ' vehicles' end, _count))
  returning * into _kept;
  perform forecourt.record_vehicle_changes(_change, _vehicles, _kept.summary, false);
  return _kept;
end
$$;
revoke all on function forecourt.keep_vehicle_change(jsonb, jsonb) from public;
grant execute on function forecourt.keep_vehicle_change(jsonb, jsonb) to authenticated, service_role;

-- Changes vehicles with the caller's rights, in one transaction. `_vehicles` gives the `updated_at` that the preview
-- showed for each id: a vehicle that has changed since is refused. Returns the number of changed vehicles, what was
-- refused, and the entry for undo_vehicle_changes, if anything was changed.
create function public.change_vehicles(_vehicles jsonb, _change jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  _ids constant uuid[] := array(select key::uuid from jsonb_each_text(_vehicles) order by 1);
  _done jsonb;
  _refused jsonb;
  _now jsonb;
  _kept public.vehicle_changes;
begin
  perform forecourt.check_vehicle_change(_ids, _change);
  perform forecourt.remove_expired_changes();
  perform from public.vehicles where id = any (_ids) order by id for update;
  with planned as (
    select p.id, p.title, p.updated_at, p.before, p.after, coalesce(p.refusal,
      case when p.updated_at <> (_vehicles ->> p.id::text)::timestamptz then 'changed' end) as refusal
    from forecourt.plan_vehicle_changes(_ids, _change) p
  )
  select
    coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title, 'was', updated_at, 'before', before, 'after', after))
      filter (where refusal is null and before is distinct from after), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title, 'refusal', refusal))
      filter (where refusal is not null), '[]')
  into _done, _refused from planned;

  if _done <> '[]' then
    perform set_config('forecourt.bulk_change', 'on', true);
    if _change ->> 'kind' = 'delete' then
      _now := forecourt.remove_vehicles(array(select (d ->> 'id')::uuid from jsonb_array_elements(_done) as d));
    else
      with changed as (
        update public.vehicles v set
          featured = coalesce((d -> 'after' ->> 'featured')::boolean, v.featured),
          hidden = coalesce((d -> 'after' ->> 'hidden')::boolean, v.hidden),
          price = coalesce((d -> 'after' ->> 'price')::numeric, v.price)
        from jsonb_array_elements(_done) as d where v.id = (d ->> 'id')::uuid
        returning v.id, v.updated_at
      )
      select jsonb_object_agg(id, updated_at) into _now from changed;
    end if;
    perform set_config('forecourt.bulk_change', '', true);
    _kept := forecourt.keep_vehicle_change(_change, (
      select jsonb_agg(d || jsonb_build_object('now', _now -> (d ->> 'id')) order by d ->> 'title')
      from jsonb_array_elements(_done) as d));
  end if;
  return jsonb_build_object('id', _kept.id, 'summary', _kept.summary, 'changed', jsonb_array_length(_done), 'refused', _refused);
end
$$;
revoke all on function public.change_vehicles(jsonb, jsonb) from public, anon;
grant execute on function public.change_vehicles(jsonb, jsonb) to authenticated, service_role;

-- Takes a change that the caller may undo, so that no one undoes it twice.
create function forecourt.take_vehicle_change(_id uuid) returns public.vehicle_changes
language sql security definer set search_path = '' as $$
  delete from public.vehicle_changes
  where id = _id and expires_at > now()
    and (actor_id = auth.uid() or coalesce(auth.role(), '') not in ('anon', 'authenticated'))
  returning *
$$;
revoke all on function forecourt.take_vehicle_change(uuid) from public;
grant execute on function forecourt.take_vehicle_change(uuid) to authenticated, service_role;

-- An earlier change of the same vehicles can still be undone: the vehicles are again as it left them, apart from their
-- `updated_at`.
create function forecourt.record_undo(_undone public.vehicle_changes, _now jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  _vehicles constant jsonb := (
    select jsonb_agg(d) from jsonb_array_elements(_undone.vehicles) as d where _now ? (d ->> 'id'));
  _count constant integer := jsonb_array_length(_vehicles);
  _summary constant text := 'Undone: ' || forecourt.vehicle_change_in_words(
    _undone.change, case _count when 1 then _vehicles -> 0 ->> 'title' else _count || ' vehicles' end, _count);
begin
  update public.vehicle_changes c set vehicles = (
    select jsonb_agg(
      case when (e ->> 'now')::timestamptz = (d ->> 'was')::timestamptz then e || jsonb_build_object('now', _now -> (e ->> 'id'))
        else e end)
    from jsonb_array_elements(c.vehicles) as e
    left join jsonb_array_elements(_vehicles) as d on d ->> 'id' = e ->> 'id'
  )
  where c.created_at < _undone.created_at;
  perform forecourt.record_vehicle_changes(_undone.change, _vehicles, _summary, true);
  return _summary;
end
$$;
revoke all on function forecourt.record_undo(public.vehicle_changes, jsonb) from public;
grant execute on function forecourt.record_undo(public.vehicle_changes, jsonb) to authenticated, service_role;

-- Puts back what a bulk change replaced, with the caller's rights. Vehicles that have been changed since stay as they are.
create function public.undo_vehicle_changes(_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  _undone public.vehicle_changes;
  _now jsonb;
  _summary text;
begin
  if not forecourt.is_trusted_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  _undone := forecourt.take_vehicle_change(_id);
  if _undone.id is null then
    raise exception 'This can no longer be undone.' using errcode = 'P0001';
  end if;
  perform set_config('forecourt.bulk_change', 'on', true);
  if _undone.change ->> 'kind' = 'delete' then
    _now := forecourt.restore_vehicles(_undone.vehicles);
  else
    perform from public.vehicles
    where id in (select (d ->> 'id')::uuid from jsonb_array_elements(_undone.vehicles) as d) order by id for update;
    with changed as (
      update public.vehicles v set
        featured = coalesce((d -> 'before' ->> 'featured')::boolean, v.featured),
        hidden = coalesce((d -> 'before' ->> 'hidden')::boolean, v.hidden),
        price = coalesce((d -> 'before' ->> 'price')::numeric, v.price)
      from jsonb_array_elements(_undone.vehicles) as d
      where v.id = (d ->> 'id')::uuid and v.updated_at = (d ->> 'now')::timestamptz
      returning v.id, v.updated_at
    )
    select jsonb_object_agg(id, updated_at) into _now from changed;
  end if;
  perform set_config('forecourt.bulk_change', '', true);
  if _now is not null then
    _summary := forecourt.record_undo(_undone, _now);
  end if;
  return jsonb_build_object('summary', _summary, 'refused', coalesce((
    select jsonb_agg(jsonb_build_object('id', d -> 'id', 'title', d -> 'title', 'refusal',
      case when exists (select from public.vehicles v where v.id = (d ->> 'id')::uuid) then 'changed' else 'gone' end))
    from jsonb_array_elements(_undone.vehicles) as d where not coalesce(_now ? (d ->> 'id'), false)), '[]'));
end
$$;
revoke all on function public.undo_vehicle_changes(uuid) from public, anon;
grant execute on function public.undo_vehicle_changes(uuid) to authenticated, service_role;
