-- Listings are queued by the save itself, as mails are: a browser that vanishes loses nothing. One row a vehicle, so two
-- syncs of one vehicle never run at once; `revision` counts the changes, so a sync during which the vehicle changed goes again.
drop function public.begin_autotrader_sync(uuid, text);
drop function public.finish_autotrader_sync(uuid, text, jsonb);
drop function public.postpone_autotrader_sync(uuid, text);
drop function public.take_due_autotrader_syncs();
drop trigger unlist_deleted_vehicle on public.vehicles;
drop function public.unlist_deleted_vehicle();

alter table public.autotrader_syncs
  add column status text not null default 'sent' check (status in ('pending', 'sending', 'sent', 'failed')),
  add column revision integer not null default 0,
  add column queued_at timestamptz not null default now(),
  add column outcome text; -- what to tell an admin whose browser asks after it is done
update public.autotrader_syncs set
  status = case when pending is null then 'sent' else 'pending' end,
  next_attempt_at = coalesce(next_attempt_at, now());
alter table public.autotrader_syncs alter column next_attempt_at set default now(), alter column next_attempt_at set not null;
drop index public.autotrader_syncs_due_idx;
create index autotrader_syncs_due_idx on public.autotrader_syncs (next_attempt_at) where status in ('pending', 'sending');
create index autotrader_syncs_open_idx on public.autotrader_syncs (queued_at) where status <> 'sent';

-- One that is under way stays so: its revision tells it to go again. A few seconds' grace, so that a save of several calls
-- is one sync, and the browser that saved is the one to run it and show its outcome.
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
    -- Also while the integration is off, and while the listing is only being made: nothing else remembers it.
    if old.autotrader_id is not null or exists (select from public.autotrader_syncs where vehicle_id = old.id) then
      perform forecourt.queue_listing(old.id, 'delete', old.autotrader_id);
    end if;
  elsif forecourt.lists_vehicles() then
    if tg_op = 'INSERT' then
      perform forecourt.queue_listing(new.id, 'create', new.autotrader_id);
    elsif not (old.sold and new.sold) then
      perform forecourt.queue_listing(
        new.id, case when new.sold then 'delete' when old.sold then 'create' else 'update' end, new.autotrader_id);
    end if;
  end if;
  return null;
end
$$;

create trigger vehicles_queue_listing after insert or delete on public.vehicles
  for each row execute function forecourt.queue_listing_of_vehicle();
-- The sync itself notes AutoTrader's id, which is no edit and leaves `updated_at` alone.
create trigger vehicles_queue_changed_listing after update on public.vehicles
  for each row when (old.updated_at is distinct from new.updated_at) execute function forecourt.queue_listing_of_vehicle();

-- What a listing shows of the parts, for those who save them by calls of their own.
create function forecourt.queue_listing_of_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if forecourt.lists_vehicles() then
    perform forecourt.queue_listing(v.id, coalesce(s.pending, 'update'), v.autotrader_id)
    from public.vehicles v left join public.autotrader_syncs s on s.vehicle_id = v.id
    where v.id in (select vehicle_id from changed) and not v.sold;
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

-- Test vehicles are never offered to the world.
create function public.seed_vehicle(_vehicle jsonb, _images text[], _features text[], _specifications jsonb)
returns setof public.vehicles
language plpgsql set search_path = '' as $$
begin
  perform set_config('forecourt.unlisted', 'on', true);
  return query select * from public.save_vehicle(_vehicle, _images, _features, _specifications);
end
$$;
revoke all on function public.seed_vehicle(jsonb, text[], text[], jsonb) from public, anon;
grant execute on function public.seed_vehicle(jsonb, text[], text[], jsonb) to authenticated, service_role;
