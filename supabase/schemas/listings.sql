-- Syncing vehicles with AutoTrader.

-- What was last sent to AutoTrader for each vehicle, and what is still to be done. Rows outlive their vehicle, because
-- a deleted vehicle's listing has to be taken down.
create table public.autotrader_syncs (
  vehicle_id uuid primary key,
  stock_id text,
  sent jsonb,
  pending text check (pending in ('create', 'update', 'delete')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null default 'sent' check (status in ('pending', 'sending', 'sent', 'failed')),
  revision integer not null default 0,
  queued_at timestamptz not null default now(),
  outcome text -- the message for an admin whose request was waiting
);
alter table public.autotrader_syncs enable row level security;
create index autotrader_syncs_due_idx on public.autotrader_syncs (next_attempt_at) where status in ('pending', 'sending');
create index autotrader_syncs_open_idx on public.autotrader_syncs (queued_at) where status <> 'sent';

revoke all on public.autotrader_syncs from anon, authenticated;
grant select on public.autotrader_syncs to authenticated;
grant select, insert, update, delete on public.autotrader_syncs to service_role;

create policy "staff see the state of the listings" on public.autotrader_syncs
  for select to authenticated using ((select public.is_staff()));

-- The vehicle with all its columns, under their own names. fuelType and stockId are for older versions of the function
-- that may still be deployed on a hosted project.
create function public.find_autotrader_vehicle(_vehicle_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(v) || jsonb_build_object(
    'fuelType', v.fuel_type, 'stockId', v.autotrader_id,
    'features', coalesce((
      select jsonb_agg(f.feature order by f.id) from public.vehicle_features f where f.vehicle_id = v.id), '[]'),
    'specifications', coalesce((
      select jsonb_object_agg(s.spec_key, s.spec_value) from public.vehicle_specifications s
      where s.vehicle_id = v.id), '{}'))
  from public.vehicles v where v.id = _vehicle_id
$$;
revoke execute on function public.find_autotrader_vehicle(uuid) from public, anon, authenticated;
grant execute on function public.find_autotrader_vehicle(uuid) to service_role;

-- For the service, so that when an admin saves a vehicle, it can tell them that the listing is on hold.
create function public.read_autotrader_setting() returns text
language sql stable set search_path = '' as $$
  select case when value = 'true' and forecourt.is_outgoing_held() then 'held' else value end
  from public.config where key = 'EnableAutoTrader'
$$;
revoke execute on function public.read_autotrader_setting() from public, anon, authenticated;
grant execute on function public.read_autotrader_setting() to service_role;

-- A sync in progress continues, and the new revision makes it run again. The three-second delay means that several
-- calls in one save result in one sync, and that the admin's request can run it and show the outcome.
create function forecourt.queue_listing(_vehicle_id uuid, _action text, _stock_id text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.autotrader_syncs as s (vehicle_id, stock_id, pending, status, revision, next_attempt_at)
  values (_vehicle_id, _stock_id, _action, 'pending', 1, now() + interval '3 seconds')
  on conflict (vehicle_id) do update set
    stock_id = coalesce(excluded.stock_id, s.stock_id),
    pending = excluded.pending,
    revision = s.revision + 1,
    status = case s.status when 'sending' then 'sending' else 'pending' end,
    next_attempt_at = case s.status when 'sending' then s.next_attempt_at else excluded.next_attempt_at end,
    attempts = case s.status when 'sending' then s.attempts else 0 end,
    last_error = case s.status when 'sending' then s.last_error end,
    queued_at = case when s.status in ('sent', 'failed') then now() else s.queued_at end,
    updated_at = now();
  perform pg_catalog.pg_notify('autotrader_syncs', '');
end
$$;
revoke execute on function forecourt.queue_listing(uuid, text, text) from public;

create function forecourt.lists_vehicles() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.config where key = 'EnableAutoTrader' and value = 'true')
    and coalesce(current_setting('forecourt.unlisted', true), '') <> 'on'
$$;

create function forecourt.queue_listing_of_vehicle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- Also if the integration is off or the listing is still being created: nothing else knows about it.
    if old.autotrader_id is not null or exists (select from public.autotrader_syncs where vehicle_id = old.id) then
      perform forecourt.queue_listing(old.id, 'delete', old.autotrader_id);
    end if;
  elsif forecourt.lists_vehicles() then
    -- Sold vehicles and drafts have no listing.
    if tg_op = 'INSERT' then
      if not new.hidden then
        perform forecourt.queue_listing(new.id, 'create', new.autotrader_id);
      end if;
    elsif not ((old.sold or old.hidden) and (new.sold or new.hidden)) then
      perform forecourt.queue_listing(
        new.id, case when new.sold or new.hidden then 'delete' when old.sold or old.hidden then 'create' else 'update' end,
        new.autotrader_id);
    end if;
  end if;
  return null;
end
$$;
create trigger vehicles_queue_listing after insert or delete on public.vehicles
  for each row execute function forecourt.queue_listing_of_vehicle();
-- The sync must not queue another sync when it stores AutoTrader's id, which does not change `updated_at`.
create trigger vehicles_queue_changed_listing after update on public.vehicles
  for each row when ((old.updated_at, old.removed_at) is distinct from (new.updated_at, new.removed_at))
  execute function forecourt.queue_listing_of_vehicle();

-- For callers that save features and specifications in separate calls.
create function forecourt.queue_listing_of_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if forecourt.lists_vehicles() then
    perform forecourt.queue_listing(v.id, coalesce(s.pending, 'update'), v.autotrader_id)
    from public.vehicles v left join public.autotrader_syncs s on s.vehicle_id = v.id
    where v.id in (select vehicle_id from changed) and not v.sold and not v.hidden;
  end if;
  return null;
end
$$;
create trigger vehicle_features_queue_listing_added after insert on public.vehicle_features
  referencing new table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_features_queue_listing_changed after update on public.vehicle_features
  referencing new table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_features_queue_listing_removed after delete on public.vehicle_features
  referencing old table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_specifications_queue_listing_added after insert on public.vehicle_specifications
  referencing new table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_specifications_queue_listing_changed after update on public.vehicle_specifications
  referencing new table as changed for each statement execute function forecourt.queue_listing_of_parts();
create trigger vehicle_specifications_queue_listing_removed after delete on public.vehicle_specifications
  referencing old table as changed for each statement execute function forecourt.queue_listing_of_parts();

-- The steps of a sync, apart from claim_jobs and postpone_job. Only the service may call them.

-- Queues a sync that an admin has requested, unless it is already queued or the listing is up to date.
create function public.request_autotrader_sync(_vehicle_id uuid, _action text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.autotrader_syncs as s (vehicle_id, pending, status, revision) values (_vehicle_id, _action, 'pending', 1)
  on conflict (vehicle_id) do update set
    pending = excluded.pending, status = 'pending', revision = s.revision + 1, next_attempt_at = now(), queued_at = now()
  where s.status = 'sent' and s.updated_at < (select v.updated_at from public.vehicles v where v.id = _vehicle_id);
end
$$;
revoke execute on function public.request_autotrader_sync(uuid, text) from public, anon, authenticated;
grant execute on function public.request_autotrader_sync(uuid, text) to service_role;

-- The status, for a request that waits while another process runs the sync.
create function public.read_autotrader_sync(_vehicle_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('status', status, 'outcome', outcome, 'lastError', last_error)
  from public.autotrader_syncs where vehicle_id = _vehicle_id
$$;
revoke execute on function public.read_autotrader_sync(uuid) from public, anon, authenticated;
grant execute on function public.read_autotrader_sync(uuid) to service_role;

-- Reads what to send. Clears `sent`, because what AutoTrader shows is unknown until the sync has finished. If this
-- attempt fails halfway, the next one sends everything.
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
revoke execute on function public.begin_autotrader_sync(uuid) from public, anon, authenticated;
grant execute on function public.begin_autotrader_sync(uuid) to service_role;

-- Records the outcome. Returns false if the vehicle has changed in the meantime, or if the lease was lost and another
-- process may have sent something else; everything is then sent again. Locks the vehicle first, in the same order as a
-- save.
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
    -- The vehicle no longer exists here or at AutoTrader.
    delete from public.autotrader_syncs where vehicle_id = _vehicle_id;
  else
    update public.autotrader_syncs set stock_id = _stock_id, sent = _sent, pending = null, status = 'sent', attempts = 0,
      last_error = null, outcome = _outcome, updated_at = clock_timestamp()
    where vehicle_id = _vehicle_id;
  end if;
  return true;
end
$$;
revoke execute on function public.finish_autotrader_sync(uuid, timestamptz, integer, text, jsonb, text) from public, anon, authenticated;
grant execute on function public.finish_autotrader_sync(uuid, timestamptz, integer, text, jsonb, text) to service_role;
