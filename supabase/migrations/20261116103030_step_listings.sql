-- The steps of a sync beside claim_jobs and postpone_job, for the service alone.

-- An admin asks for it: queued, unless it is already, or the listing stands as of the vehicle's last change.
create function public.request_autotrader_sync(_vehicle_id uuid, _action text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.autotrader_syncs as s (vehicle_id, pending, status, revision) values (_vehicle_id, _action, 'pending', 1)
  on conflict (vehicle_id) do update set
    pending = excluded.pending, status = 'pending', revision = s.revision + 1, next_attempt_at = now(), queued_at = now()
  where s.status = 'sent' and s.updated_at < (select v.updated_at from public.vehicles v where v.id = _vehicle_id);
end
$$;

-- How it stands, for a browser that waits while another process is at it.
create function public.read_autotrader_sync(_vehicle_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('status', status, 'outcome', outcome, 'lastError', last_error)
  from public.autotrader_syncs where vehicle_id = _vehicle_id
$$;

-- What to send, read at this moment. Until it is finished nobody knows what AutoTrader shows, so `sent` is forgotten: should
-- this try fail half-way, the next one sends everything.
create function public.begin_autotrader_sync(_vehicle_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  _listing jsonb;
begin
  select jsonb_build_object('vehicleId', vehicle_id, 'stockId', stock_id, 'sent', sent, 'action', pending, 'revision', revision)
  into _listing from public.autotrader_syncs where vehicle_id = _vehicle_id for update;
  update public.autotrader_syncs set sent = null where vehicle_id = _vehicle_id and sent is not null;
  return _listing || jsonb_build_object('vehicle', public.find_autotrader_vehicle(_vehicle_id));
end
$$;

-- Done: true. False when the vehicle changed meanwhile, or the claim had run out and another may have sent something older or
-- newer: then everything is sent once more. The vehicle is locked first, as a save does.
create function public.finish_autotrader_sync(
  _vehicle_id uuid, _claim timestamptz, _revision integer, _stock_id text, _sent jsonb, _outcome text
) returns boolean
language plpgsql set search_path = '' as $$
declare
  _exists boolean;
  _row public.autotrader_syncs;
begin
  perform from public.vehicles where id = _vehicle_id for update;
  _exists := found;
  update public.vehicles set autotrader_id = _stock_id
  where id = _vehicle_id and autotrader_id is distinct from _stock_id;

  select * into _row from public.autotrader_syncs where vehicle_id = _vehicle_id for update;
  if not found then
    if _sent is not null then
      insert into public.autotrader_syncs (vehicle_id, stock_id, pending, status, revision)
      values (_vehicle_id, _stock_id, 'delete', 'pending', 1);
    end if;
    return _sent is null;
  end if;

  if _row.status <> 'sending' or _row.next_attempt_at <> _claim then
    update public.autotrader_syncs set
      stock_id = coalesce(_stock_id, stock_id), sent = null, revision = revision + 1, pending = coalesce(pending, 'update'),
      status = case status when 'sending' then 'sending' else 'pending' end,
      next_attempt_at = case status when 'sending' then next_attempt_at else now() end
    where vehicle_id = _vehicle_id;
    return false;
  end if;
  if _row.revision <> _revision or not _exists and _sent is not null then
    update public.autotrader_syncs set stock_id = _stock_id, sent = null, status = 'pending', next_attempt_at = now()
    where vehicle_id = _vehicle_id;
    return false;
  end if;
  if not _exists then
    -- Nothing is left to remember of a vehicle that is gone here and there.
    delete from public.autotrader_syncs where vehicle_id = _vehicle_id;
  else
    update public.autotrader_syncs set stock_id = _stock_id, sent = _sent, pending = null, status = 'sent', attempts = 0,
      last_error = null, outcome = _outcome, updated_at = clock_timestamp()
    where vehicle_id = _vehicle_id;
  end if;
  return true;
end
$$;

do $$
declare
  _step text;
begin
  foreach _step in array array[
    'request_autotrader_sync(uuid, text)', 'read_autotrader_sync(uuid)', 'begin_autotrader_sync(uuid)',
    'finish_autotrader_sync(uuid, timestamptz, integer, text, jsonb, text)'
  ] loop
    execute format('revoke execute on function public.%s from public, anon, authenticated', _step);
    execute format('grant execute on function public.%s to service_role', _step);
  end loop;
end
$$;
