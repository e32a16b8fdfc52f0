-- Messages and comments in plain English. No function behaves differently.

set check_function_bodies = off;

-- Removes personal data from the account's leads and closes them, because there is nobody left to reply to.
create or replace function forecourt.blank_leads(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _kind forecourt.lead_kinds;
  _ids uuid[];
begin
  for _kind in select * from forecourt.lead_kinds loop
    execute format($sql$
      with blanked as (
        update public.%I set user_id = null, name = 'Deleted account', email = 'deleted@account.invalid', phone = '-',
          message = 'Deleted with the account.', status = 'Closed'
        where user_id = $1 returning *
      ), told as (
        update public.activity a set summary = format($2, 'a deleted account', to_jsonb(blanked) ->> 'vehicle_title')
        from blanked where a.subject_id = blanked.id
      )
      select coalesce(array_agg(id), '{}') from blanked
    $sql$, _kind.table_name) into _ids using _user_id, _kind.activity;
    -- Deletes the queued emails about these leads. Sent emails to an address that is not proved stay, because the limits on
    -- confirmations count them.
    delete from public.email_outbox where status <> 'sent' and dedupe_key in (
      select unnest(forecourt.notification_keys(lead.key || ':admin') || (lead.key || ':customer'))
      from (select _kind.kind || ':' || id from unnest(_ids) as id) as lead (key)
    );
    delete from forecourt.lead_origins where lead_id = any (_ids);
  end loop;
end
$$;

-- Our own server passes the hash as a claim, which overrides any in the token. On a hosted project the address comes from the
-- request headers: Cloudflare's, or the first forwarded one. IPv6 addresses count by their /64.
create or replace function forecourt.caller_network() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  _claimed text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'forecourt_network';
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _address inet;
begin
  if _claimed is not null then
    return _claimed;
  end if;
  _address := trim(coalesce(_headers ->> 'cf-connecting-ip', split_part(_headers ->> 'x-forwarded-for', ',', 1)))::inet;
  if _address is null then
    return 'unknown';
  end if;
  if family(_address) = 6 then
    _address := network(set_masklen(_address, 64))::inet;
  end if;
  return encode(sha256(convert_to((select secret from forecourt.network_secret) || host(_address), 'UTF8')), 'base64');
exception when invalid_text_representation then
  return 'unknown';
end
$$;

-- Today can be booked, but not an hour that has already started in London. P0001 for that case, so that the form shows the
-- message: the customer may simply have left the form open.
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
      raise exception 'The preferred date cannot be more than 90 days ahead.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;

-- Rules that depend on today's date apply to users only, and only when they change the column: an expired vehicle can still be
-- edited, and the service and the owner can import or restore old data.
create or replace function forecourt.check_vehicle_dates() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if (tg_op = 'INSERT' or new.year is distinct from old.year)
    and new.year > extract(year from forecourt.london_today()) + 1
  then
    raise exception 'The year cannot be later than next year.' using errcode = '23514';
  end if;
  if new.sold and (tg_op = 'INSERT' or new.sold_expiry_date is distinct from old.sold_expiry_date)
    and new.sold_expiry_date <= forecourt.london_today()
  then
    raise exception 'The sold expiry date must be tomorrow or later.' using errcode = '23514';
  end if;
  return new;
end
$$;

create or replace function forecourt.count_for_the_office() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _counted record := forecourt.office_count_of(tg_table_name);
begin
  -- In a fixed order, so that concurrent transactions cannot deadlock.
  execute format($sql$
    insert into public.office_counts as c
    select %L, %s as status, sum(change) from (%s) as changes
    group by 2 having sum(change) <> 0 order by 2
    on conflict (subject, status) do update set total = c.total + excluded.total
  $sql$, _counted.subject, _counted.status, concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as change from now_there' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as change from was_there' end));
  return null;
end
$$;

create or replace function forecourt.count_listed_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _changes constant text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as change from now_listed' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as change from was_listed' end);
begin
  -- In a fixed order, so that concurrent transactions cannot deadlock.
  execute format($sql$
    insert into public.listed_vehicle_counts as c
    select make, model, fuel_type, transmission, listed_until, sum(change) from (%s) as changes
    group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3, 4, 5
    on conflict (make, model, fuel_type, transmission, listed_until)
      do update set vehicles = c.vehicles + excluded.vehicles
  $sql$, _changes);
  execute format($sql$
    insert into public.listed_vehicle_totals as t
    select listed_until, sum(change) from (%s) as changes
    group by 1 having sum(change) <> 0 order by 1
    on conflict (listed_until) do update set vehicles = t.vehicles + excluded.vehicles
  $sql$, _changes);
  if tg_op <> 'INSERT' then
    delete from public.listed_vehicle_counts where vehicles = 0;
    delete from public.listed_vehicle_totals where vehicles = 0;
  end if;
  return null;
end
$$;

create or replace function forecourt.forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email is not null then
    perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  end if;
  perform forecourt.blank_leads(old.id);
  delete from public.email_outbox where user_id = old.id;
  -- The email to a new address that has not been confirmed yet.
  delete from public.email_outbox where recipient = nullif(old.email_change, '') and template = 'email-change';
  delete from public.email_outbox where recipient = '+' || old.phone and template = 'text-message';
  delete from public.email_outbox
  where dedupe_key = any (forecourt.notification_keys(format('registration:%s:admin', old.id)));
  update public.activity set subject_id = null, summary = case kind
    when 'second_steps_reset' then 'A deleted account: two-step verification reset'
    when 'admin_invited' then 'A deleted account: invited as an admin'
    else 'A customer ' || replace(kind, 'customer_', '')
  end where subject_id = old.id;
  update public.customer_disable_history set customer_email = '' where customer_id = old.id;
  delete from public.function_limits where key = format('my-data:%s', old.id);
  delete from auth.flow_state where user_id = old.id;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return null;
end
$$;

-- Only admins who use two-step verification themselves can require it. Runs with the caller's rights, to recognise the service.
create or replace function forecourt.guard_two_steps_setting() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not forecourt.used_second_step()
    -- Saving it unchanged is allowed, because the form saves all settings at once.
    and not exists (select from public.config where key = new.key and value = 'true')
  then
    raise exception 'Turn on two-step verification for your own account first.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

-- The last active admin cannot be demoted, disabled or deleted. The lock serialises two admins who do it to each other at the same
-- time, so that the second is refused.
create or replace function forecourt.keep_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _user_id uuid := (to_jsonb(old) ->> tg_argv[0])::uuid;
begin
  perform pg_catalog.pg_advisory_xact_lock(7022027);
  if exists (select from public.user_roles where user_id = _user_id and role = 'admin')
    and exists (select from public.profiles where id = _user_id and not disabled)
    -- An account that is being deleted no longer has a row here.
    and not exists (select from auth.users where id = _user_id and confirmed_at is null)
    and not exists (select from forecourt.active_admins where id <> _user_id)
  then
    raise exception 'The last active administrator cannot be demoted, disabled or deleted.' using errcode = 'P0001';
  end if;
  return coalesce(new, old);
end
$$;

create or replace function forecourt.keep_lead_origin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Test drives can be booked 90 days ahead: after that no limit counts this row.
  if random() < 0.01 then
    delete from forecourt.lead_origins where created_at < now() - interval '92 days';
  end if;
  insert into forecourt.lead_origins (lead_id, network) values (new.id, forecourt.caller_network())
  on conflict (lead_id) do update set network = excluded.network, created_at = now();
  return null;
end
$$;

-- Runs before every insert and sets the columns that visitors and customers may not set themselves.
create or replace function forecourt.prepare_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  _vehicle record;
  _has_vehicle constant boolean := to_jsonb(new) ? 'vehicle_id';
begin
  new.email := lower(trim(new.email));
  new.name := trim(new.name);
  new.phone := trim(new.phone);
  if _has_vehicle then
    select title, sold into _vehicle from public.vehicles where id = new.vehicle_id;
    -- Copied, because the vehicle may be deleted later. The foreign key rejects an unknown vehicle.
    new.vehicle_title := coalesce(_vehicle.title, '');
  end if;

  if not forecourt.is_trusted() then
    if _has_vehicle then
      if new.vehicle_id is null then
        raise exception 'Please choose a vehicle.' using errcode = '23502';
      end if;
      if _vehicle.sold then
        raise exception 'This vehicle has been sold and is no longer available for purchase or test drives.'
          using errcode = 'P0001';
      end if;
    end if;
    if new.status is distinct from (forecourt.lead_kind(tg_table_name)).new_status then
      raise exception 'Only an administrator may set the status.' using errcode = '42501';
    end if;
    new.created_at := now();
    new.updated_at := now();
    -- Never from the request. Null for a guest.
    new.user_id := forecourt.session_user_id();
  elsif new.email = forecourt.own_email() then
    -- An admin can enter leads for customers; only those with the admin's own address belong to the admin.
    new.user_id := coalesce(new.user_id, forecourt.session_user_id());
  end if;
  return new;
end
$$;

-- Leads are always saved, and the dealer is always notified at once. Confirmations have daily limits, per address and in total,
-- because anyone can type someone else's address and mail providers limit how much they accept. Those above a limit are delayed,
-- and one with the same content as a delayed one is not queued, so that a flood does not fill a mailbox for weeks.
create or replace function forecourt.queue_confirmation(_template text, _recipient text, _data jsonb, _dedupe_key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_a_day_to_one constant integer := 10;
  _most_a_day_to_all constant integer := 500;
  _due timestamptz;
begin
  -- No limit for signed-in customers, who have proved that the address is theirs.
  if _recipient is distinct from forecourt.own_email() then
    select max(later.due) into _due from (
      (
        select next_attempt_at + interval '1 day' as due from public.email_outbox
        where recipient = _recipient and is_confirmation
        order by next_attempt_at desc offset _most_a_day_to_one - 1 limit 1
      )
      union all
      (
        select next_attempt_at + interval '1 day' from public.email_outbox
        where is_confirmation
        order by next_attempt_at desc offset _most_a_day_to_all - 1 limit 1
      )
    ) later where later.due > now();
  end if;
  if _due is not null and exists (
    select from public.email_outbox
    where recipient = _recipient and template = _template and status = 'pending' and next_attempt_at > now()
      and data - 'name' - 'message' = jsonb_strip_nulls(_data) - 'name' - 'message'
  ) then
    return;
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key, next_attempt_at, is_confirmation)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key, coalesce(_due, now()), true)
  on conflict (dedupe_key) do nothing;
end
$$;

-- A queue is a table with the columns status, attempts, next_attempt_at, last_error and queued_at. Claiming a job sets it to
-- 'sending' and next_attempt_at to the end of the lease. No two processes run the same job, and the jobs of a process that died
-- become due again. The end of the lease also identifies the claim: a process that has lost its lease no longer finds the job.
create or replace function forecourt.queue_key(_queue text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if _queue = 'email_outbox' then
    return 'id';
  elsif _queue = 'autotrader_syncs' then
    return 'vehicle_id';
  end if;
  raise exception 'Unknown queue %', _queue;
end
$$;

create or replace function forecourt.queue_listing_of_vehicle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- Also if the integration is off or the listing is still being created: nothing else knows about it.
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

-- Queues nothing for a notification that is switched off. The admin email address always gets its email; copies to additional
-- recipients have a daily limit, because anyone can send leads and each is multiplied by the number of recipients.
create or replace function forecourt.queue_mail(_template text, _recipient text, _data jsonb, _dedupe_key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_copies_a_day constant integer := 500;
  _kind text := case when _template = 'admin-notification' then _data ->> 'enquiryType' end;
  _main text;
begin
  if exists (
    select from public.config where key = 'NOTIFY_' || upper(replace(_kind, '-', '_')) and value = 'false'
  ) then
    return;
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key)
  on conflict (dedupe_key) do nothing;
  if _kind is null or exists (
    select from public.email_outbox
    where template = 'admin-notification' and recipient is not null and created_at > now() - interval '1 day'
    order by created_at desc offset _most_copies_a_day - 1 limit 1
  ) then
    return;
  end if;
  -- As in the worker: if there is no admin email, the company email is used.
  select lower(trim(value)) into _main from public.config
  where key in ('ADMIN_EMAIL', 'COMPANY_EMAIL') and trim(value) <> '' order by key limit 1;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  select _template, further.address, jsonb_strip_nulls(_data), _dedupe_key || ':' || further.place
  from forecourt.further_recipients(_kind) further
  where lower(further.address) is distinct from _main
  on conflict (dedupe_key) do nothing;
end
$$;

-- For use after an import that bypassed the triggers, by the owner of the database only. A million vehicles take minutes, during
-- which vehicles can be read but not changed.
create or replace function forecourt.rebuild_listed_vehicles() returns bigint
language plpgsql set search_path = '' as $$
declare
  _listed bigint;
begin
  lock table public.vehicles, public.vehicle_images in share row exclusive mode;
  -- Counted once at the end: the triggers would hold all rows in memory.
  alter table public.listed_vehicles disable trigger user;
  delete from public.listed_vehicles;
  insert into public.listed_vehicles select * from forecourt.vehicle_listings;
  get diagnostics _listed = row_count;
  alter table public.listed_vehicles enable trigger user;
  perform forecourt.recount_listed_vehicles();
  delete from public.vehicles_without_picture;
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v
  where not exists (select from public.vehicle_images i where i.vehicle_id = v.id);
  perform forecourt.recount_for_the_office();
  perform pg_catalog.pg_notify('forecourt_changes', 'listed_vehicles');
  return _listed;
end
$$;

create or replace function forecourt.refresh_listed_vehicles(_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises changes to a vehicle and to its pictures, so that each sees the other's result.
  perform from public.vehicles where id = any (_ids) order by id for no key update;

  delete from public.listed_vehicles l
  where l.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = l.id);

  insert into public.listed_vehicles as l
  select * from forecourt.vehicle_listings where id = any (_ids)
  on conflict (id) do update set
    make = excluded.make, model = excluded.model, year = excluded.year, price = excluded.price,
    mileage = excluded.mileage, fuel_type = excluded.fuel_type, transmission = excluded.transmission,
    featured = excluded.featured, sold = excluded.sold, listed_until = excluded.listed_until,
    created_at = excluded.created_at, updated_at = excluded.updated_at, search = excluded.search, card = excluded.card
  where l is distinct from excluded;

  delete from public.vehicles_without_picture w
  where w.id = any (_ids) and exists (select from public.vehicle_images i where i.vehicle_id = w.id);
  insert into public.vehicles_without_picture
  select v.id from public.vehicles v
  where v.id = any (_ids) and not exists (select from public.vehicle_images i where i.vehicle_id = v.id)
  on conflict do nothing;
end
$$;

-- The caller's session, for functions that change the caller's own account. Requires the second step if the account has one.
create or replace function forecourt.require_own_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  _user_id uuid := forecourt.session_user_id();
  _session record;
begin
  select s.id, s.aal::text as aal, p.disabled into _session
  from auth.sessions s join public.profiles p on p.id = s.user_id
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = _user_id;
  if not found then
    raise exception 'Please sign in again.' using errcode = '42501';
  end if;
  if _session.disabled then
    raise exception 'There is a problem with your account, please reach out to us via contact page.' using errcode = '42501';
  end if;
  if coalesce(_session.aal, 'aal1') < 'aal2'
    and exists (select from auth.mfa_factors where user_id = _user_id and status = 'verified')
  then
    raise exception 'Please enter your two-step verification code first.' using errcode = '42501';
  end if;
  return _session.id;
end
$$;

-- Without proof, someone who registered with a colleague's address would become the admin.
create or replace function forecourt.require_proof_of_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.users where id = new.user_id and confirmed_at is not null) then
    raise exception 'This account has not been confirmed yet. Please invite your colleague instead.' using errcode = 'P0001';
  end if;
  if not forecourt.is_proved(new.user_id) then
    raise exception
      'This account’s email address has not been verified. Your colleague can verify it with “Forgot password” and the link we email.'
      using errcode = 'P0001';
  end if;
  return new;
end
$$;

create or replace function forecourt.save_vehicle_parts(
  _vehicle_id uuid, _images text[], _features text[], _specifications jsonb
) returns void
language plpgsql set search_path = '' as $$
begin
  if _images is not null then
    if cardinality(_images) > 10 then
      raise exception 'Maximum 10 images allowed' using errcode = 'P0001';
    end if;
    delete from public.vehicle_images where vehicle_id = _vehicle_id;
    insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order)
    select _vehicle_id, url, position = 1, position - 1
    from unnest(_images) with ordinality as given (url, position);
  end if;

  if _features is not null then
    delete from public.vehicle_features where vehicle_id = _vehicle_id;
    insert into public.vehicle_features (vehicle_id, feature)
    select _vehicle_id, trim(feature)
    from unnest(_features) with ordinality as given (feature, position)
    where trim(feature) <> ''
    group by trim(feature)
    order by min(position);
  end if;

  if _specifications is not null then
    delete from public.vehicle_specifications where vehicle_id = _vehicle_id;
    -- A repeated name overwrites: it keeps its first position and gets the last value.
    insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value)
    select _vehicle_id, trim(spec ->> 'spec_key'), (array_agg(trim(spec ->> 'spec_value') order by position desc))[1]
    from jsonb_array_elements(_specifications) with ordinality as given (spec, position)
    where trim(spec ->> 'spec_key') <> '' and trim(spec ->> 'spec_value') <> ''
    group by trim(spec ->> 'spec_key')
    order by min(position);
  end if;
end
$$;

-- Deletes the caller's account and personal data. Not allowed for the last admin (keep_last_admin) or a disabled account.
create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _session_id uuid := forecourt.require_own_session();
begin
  if not forecourt.has_just_proved_identity(_session_id) then
    raise exception 'Please confirm your identity again.' using errcode = '42501';
  end if;
  delete from auth.users where id = auth.uid();
  perform forecourt.record_activity('account_deleted', 'An account was deleted by its owner');
end
$$;

-- The email address that an account signs in with, for a password reset by an admin. The profile's address may differ.
create or replace function public.find_account_email(_user_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'Only an administrator may do this.';
  end if;
  return (select email from auth.users where id = _user_id);
end
$$;

-- Records the outcome. False if the vehicle has changed meanwhile, or if the lease was lost and another process may have sent
-- something else: then everything is sent again. Locks the vehicle first, in the same order as a save.
create or replace function public.finish_autotrader_sync(
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

-- A new dealer's progress, derived from the data. Only whether the steps are hidden is stored.
create or replace function public.first_steps() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  _company jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  select coalesce(jsonb_object_agg(key, trim(value)), '{}') into _company from public.config
  where key in ('COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_OPENING_HOURS');
  return jsonb_build_object(
    -- The initial name and address don't count. The initial opening hours do, because they may be right.
    'hasName', coalesce(_company ->> 'COMPANY_NAME', '') not in ('', 'Your dealership', 'Halden & Rowe Motor Cars'),
    'hasAddress', coalesce(_company ->> 'COMPANY_ADDRESS', '') not in ('', '14 Lincoln Road, Peterborough, PE1 5BA'),
    'hasHours', coalesce(_company ->> 'COMPANY_OPENING_HOURS', '') <> '',
    -- Null if there is no setting for a logo.
    'hasLogo', (
      select bool_or(coalesce(config.value, '') <> '') from forecourt.settings left join public.config using (key)
      where settings.key like 'BRAND\_LOGO%'),
    'isHidden', exists (select from forecourt.markers where name = 'first-steps-hidden'),
    -- A demo vehicle counts once it has been edited.
    'hasVehicle', exists (
      select from public.vehicles left join public.demo_vehicles on vehicle_id = id
      where vehicle_id is null or updated_at <> marked_at),
    'demoVehicles', (select count(*) from public.demo_stock where not is_used),
    'admins', (select count(*) from forecourt.active_admins),
    'hasBackup', exists (select from forecourt.backups),
    'hasSentMail', exists (select from public.email_outbox where status = 'sent'),
    'testMail', (
      select jsonb_build_object('to', recipient, 'status', status, 'error', last_error, 'at', coalesce(sent_at, created_at))
      from public.email_outbox
      where template = 'test-mail' and recipient = (select email from auth.users where id = auth.uid())
      order by created_at desc limit 1));
end
$$;

create or replace function public.keep_contact_message(
  _name text, _email text, _phone text, _message text, _user_id uuid default null
) returns void
language plpgsql set search_path = '' as $$
begin
  -- One at a time per address, so that a double click does not store the message twice.
  perform pg_advisory_xact_lock(hashtextextended('contact:' || lower(_email), 0));
  if exists (
    select from public.contact_messages
    where email = lower(_email) and message = _message and created_at > now() - interval '10 minutes'
  ) then
    return;
  end if;
  insert into public.contact_messages (name, email, phone, message, user_id)
  values (_name, lower(_email), _phone, _message, _user_id);
end
$$;

-- Everything stored about the caller, as one document. Leads and emails with their address are included only if they have proved
-- that it is theirs. It contains no secrets: no password, token or two-step verification key.
create or replace function public.my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _max constant integer := 1000;
  _id constant uuid := auth.uid();
  _email text := forecourt.own_email();
  _leads jsonb;
  _lead_ids uuid[];
begin
  perform forecourt.require_own_session();
  if not public.take_limit(format('my-data:%s', _id), 10, 3600) then
    raise exception 'You have downloaded your data several times in the last hour. Please try again later.'
      using errcode = 'PT429';
  end if;
  _leads := forecourt.leads_of(_id, _email, _max);
  _lead_ids := array(select (id #>> '{}')::uuid from jsonb_path_query(_leads, '$.*[*].id') as id);
  return _leads || jsonb_build_object(
    'made_at', now(),
    'most_entries_of_a_list', _max,
    'account', (
      select jsonb_build_object(
        'id', u.id, 'email', u.email, 'new_email', nullif(u.email_change, ''), 'phone', u.phone,
        'role', coalesce((select role from public.user_roles where user_id = u.id), 'user'),
        'given_at_registration', u.raw_user_meta_data, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = _id),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = _id),
    'ways_to_sign_in', coalesce((
      select jsonb_agg(jsonb_build_object('provider', i.provider, 'email', i.email, 'data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at)
      from auth.identities i where i.user_id = _id), '[]'),
    'second_steps', coalesce((
      select jsonb_agg(jsonb_build_object('type', f.factor_type, 'name', f.friendly_name, 'phone', f.phone,
        'status', f.status, 'created_at', f.created_at) order by f.created_at)
      from auth.mfa_factors f where f.user_id = _id), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('device', s.user_agent, 'address', host(s.ip), 'started_at', s.created_at,
        'last_used_at', greatest(s.created_at, s.refreshed_at at time zone 'utc')) order by s.created_at desc)
      from (select * from auth.sessions where user_id = _id order by created_at desc limit _max) s), '[]'),
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('kind', o.template, 'status', o.status, 'created_at', o.created_at,
        'sent_at', o.sent_at) order by o.created_at desc)
      from (
        select * from public.email_outbox
        where (user_id = _id and template <> 'admin-notification') or (user_id is null and recipient = _email)
        order by created_at desc limit _max
      ) o), '[]'),
    'disabled_and_enabled', coalesce((
      select jsonb_agg(jsonb_build_object('action', h.action, 'created_at', h.created_at) order by h.id)
      from (select * from public.customer_disable_history where customer_id = _id order by id limit _max) h), '[]'),
    'activity', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', a.kind, 'created_at', a.created_at,
        -- Summaries of what an admin did contain customers' names, which are not the admin's own data.
        'summary', case
          when a.subject_id = _id or a.kind like 'vehicle%' or a.kind = 'settings_saved'
            or a.subject_id = any (_lead_ids) then a.summary
        end) order by a.id desc)
      from (
        select * from public.activity where subject_id = _id or actor_id = _id order by id desc limit _max
      ) a), '[]')
  );
end
$$;

-- Publishes settings of one tab. `seen` is the newest version that the caller has seen: if someone has published since, nothing is
-- saved. Keeps ten versions of each tab, and returns the id of the new one.
create or replace function public.publish_settings(tab text, changes jsonb, seen bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  _tab alias for $1;
  _newest bigint;
  _kept constant int := 10;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if not exists (select from forecourt.settings where settings.tab = _tab) then
    raise exception 'There is no such tab.' using errcode = '22023';
  end if;
  if jsonb_typeof(changes) is distinct from 'object' or exists (
    select from jsonb_each(changes) as change
    where jsonb_typeof(change.value) <> 'string'
      or not exists (select from forecourt.settings where settings.key = change.key and settings.tab = _tab)
  ) then
    raise exception 'These settings are not on this tab.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.publish_settings', 0));
  select max(version.id) into _newest from public.setting_versions as version where version.tab = _tab;
  if _newest is distinct from seen then
    raise exception 'Someone else has published changes in the meantime.' using errcode = 'PT409';
  end if;
  if _newest is null then
    insert into public.setting_versions (tab, content) values (_tab, forecourt.settings_of_tab(_tab));
  end if;
  insert into public.config (key, value) select change.key, change.value from jsonb_each_text(changes) as change
    on conflict (key) do update set value = excluded.value;
  insert into public.setting_versions (tab, content, published_by)
    values (_tab, forecourt.settings_of_tab(_tab), auth.uid()) returning id into _newest;
  delete from public.setting_versions as old where old.tab = _tab and old.id not in (
    select version.id from public.setting_versions as version where version.tab = _tab order by version.id desc limit _kept
  );
  return _newest;
end
$$;

-- `where true`, because hosted projects reject a delete without a condition, also in functions.
create or replace function public.release_outgoing() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from forecourt.outgoing_hold where true;
  if not found then
    return false;
  end if;
  perform forecourt.record_activity('outgoing_released', 'Emails and listings released after a restore');
  perform pg_catalog.pg_notify('email_outbox', 'now');
  perform pg_catalog.pg_notify('autotrader_syncs', 'now');
  return true;
end
$$;

-- For users who have lost their phone. Only an admin who has used two-step verification can remove it for them.
create or replace function public.reset_second_steps(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(auth.role(), '') <> 'service_role' then
    if not (public.is_admin() and forecourt.used_second_step()) then
      raise exception 'Only an administrator who has signed in with two-step verification may do this.' using errcode = '42501';
    end if;
    if _user_id = auth.uid() then
      raise exception 'You can switch off your own two-step verification in My account.' using errcode = 'P0001';
    end if;
  end if;
  if not exists (select from public.profiles where id = _user_id) then
    raise exception 'Account not found' using errcode = 'PT404';
  end if;
  perform forecourt.drop_second_steps(_user_id);
end
$$;

-- Retries one job, or all that have been attempted, except those in progress. Returns how many.
create or replace function public.retry_undelivered(_queue text default null, _id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  _name text;
  _found integer;
  _total integer := 0;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  foreach _name in array array['email_outbox', 'autotrader_syncs'] loop
    if _queue is null or _name = forecourt.queue_of(_queue) then
      execute format($sql$
        update public.%1$I set status = 'pending', attempts = 0, next_attempt_at = now(), queued_at = now()
        where (status = 'failed' or status = 'pending' and attempts > 0) and ($1 is null or %2$I = $1)
      $sql$, _name, forecourt.queue_key(_name)) using _id;
      get diagnostics _found = row_count;
      _total := _total + _found;
      if _found > 0 then
        perform pg_catalog.pg_notify(_name, 'now'); -- also wakes workers that paused after an error
      end if;
    end if;
  end loop;
  return _total;
end
$$;

-- Saves settings that are not published, with the caller's rights. `seen` has the values that the caller's form was loaded with: if
-- one of those being saved has changed since, nothing is saved. Returns the current values of all settings in both arguments.
create or replace function public.save_settings(changes jsonb, seen jsonb) returns setof public.config
language plpgsql set search_path = '' as $$
declare
  _saved integer;
begin
  -- In the order of the keys, so that concurrent transactions cannot deadlock.
  insert into public.config as stored (key, value)
    select change.key, change.value from jsonb_each_text(changes) as change order by change.key
    on conflict (key) do update set value = excluded.value
      where stored.value in (seen ->> excluded.key, excluded.value);
  get diagnostics _saved = row_count;
  if _saved < (select count(*) from jsonb_object_keys(changes)) then
    raise exception 'Someone else has changed these settings in the meantime.' using errcode = 'PT409';
  end if;
  return query select * from public.config where changes ? config.key or seen ? config.key;
end
$$;

-- Saves a vehicle with its pictures, features and specifications in one transaction. Those that are null are not changed. In a new
-- vehicle, missing columns get their defaults. Runs with the caller's rights: the policies of the four tables apply.
create or replace function public.save_vehicle(
  _vehicle jsonb,
  _images text[],
  _features text[],
  _specifications jsonb,
  _expected_updated_at text default null
) returns setof public.vehicles
language plpgsql set search_path = '' as $$
declare
  _id uuid := _vehicle ->> 'id';
  _given jsonb;
  -- Always set, because of the rules below.
  _ruled constant text[] := array['description', 'featured', 'sold', 'sold_expiry_date'];
  _row public.vehicles;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;

  _given := _vehicle - forecourt.kept_vehicle_columns();
  if _id is null then
    _given := jsonb_strip_nulls(_given);
  else
    select * into _row from public.vehicles where id = _id for update;
    if not found then
      raise exception 'Vehicle not found' using errcode = 'PT404';
    end if;
    if _row.updated_at <> _expected_updated_at::timestamptz then
      raise exception 'This vehicle was changed by someone else' using errcode = 'PT409';
    end if;
  end if;
  _row := jsonb_populate_record(_row, _given);
  _row.sold := coalesce(_row.sold, false);
  _row.featured := coalesce(_row.featured, false) and not _row.sold;
  _row.sold_expiry_date := case when _row.sold then _row.sold_expiry_date end;
  _row.description := coalesce(_row.description, '');

  -- Column names come from the catalogue and are quoted; values are passed as a parameter.
  if _id is null then
    execute (
      select format(
        'insert into public.vehicles (%s) values (%s) returning id',
        string_agg(quote_ident(name), ', '), string_agg('($1).' || quote_ident(name), ', '))
      from unnest(forecourt.entered_vehicle_columns()) as entered (name)
      where _given ? name or name = any (_ruled)
    ) into _row.id using _row;
  else
    -- Changes `updated_at` even if only pictures, features or specifications differ; the trigger sets the value.
    execute (
      select format(
        'update public.vehicles set %s, updated_at = clock_timestamp() where id = ($1).id',
        string_agg(format('%1$I = ($1).%1$I', name), ', '))
      from unnest(forecourt.entered_vehicle_columns()) as entered (name)
    ) using _row;
  end if;
  perform forecourt.save_vehicle_parts(_row.id, _images, _features, _specifications);
  return query select * from public.vehicles where id = _row.id;
end
$$;

-- Matches anywhere in a word. Terms of one or two letters cannot use the trigram index and scan all leads, which takes about
-- 0.1 seconds for 100,000 leads.
create or replace function public.search_inbox(_words text[]) returns setof public.inbox
language plpgsql stable security definer set search_path = '' as $$
declare
  _conditions text;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  -- One condition per word, because a list of patterns would not use the index.
  select string_agg(format('words like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
  into _conditions
  from (select distinct word from unnest(_words) as given (word) where word <> '' limit 8) as given;
  return query execute
    'select i.* from public.inbox i where i.id in (select id from forecourt.lead_words where '
    || coalesce(_conditions, 'true') || ')';
end
$$;

-- Requires an address, because an email without a recipient would go to the admin email address.
create or replace function public.send_test_mail() returns void
language plpgsql security definer set search_path = '' as $$
declare
  _email text;
  _found integer;
  _hourly constant int := 10;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('forecourt.test_mail:' || auth.uid()::text, 0));
  select nullif(email, '') into _email from auth.users where id = auth.uid();
  if _email is null then
    raise exception 'Your account has no email address.' using errcode = 'P0001';
  end if;
  update public.email_outbox set next_attempt_at = now(), queued_at = now(), attempts = 0
  where template = 'test-mail' and recipient = _email and status = 'pending';
  get diagnostics _found = row_count;
  if _found > 0 then
    perform pg_catalog.pg_notify('email_outbox', 'now');
    return;
  end if;
  if exists (select from public.email_outbox where template = 'test-mail' and recipient = _email and status = 'sending') then
    return;
  end if;
  if (select count(*) from public.email_outbox
      where template = 'test-mail' and recipient = _email and created_at > now() - interval '1 hour') >= _hourly then
    raise exception 'You have sent too many test emails. Please try again in an hour.' using errcode = 'PT429';
  end if;
  insert into public.email_outbox (template, recipient) values ('test-mail', _email);
end
$$;

-- Updates the account and its history in one transaction, so that the history always shows who disabled an account. Runs with
-- the caller's rights: the policies of both tables apply.
create or replace function public.set_customer_disabled(_customer_id uuid, _disabled boolean) returns void
language plpgsql set search_path = '' as $$
declare
  _email text;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  update public.profiles set disabled = _disabled where id = _customer_id and disabled <> _disabled
    returning email into _email;
  if not found then
    if not exists (select from public.profiles where id = _customer_id) then
      raise exception 'Customer not found' using errcode = 'PT404';
    end if;
    return; -- another admin has already done it
  end if;
  insert into public.customer_disable_history (customer_id, admin_id, customer_email, admin_email, action)
  values (
    _customer_id, auth.uid(), _email, coalesce((select email from public.profiles where id = auth.uid()), ''),
    case when _disabled then 'disabled' else 'enabled' end
  );
end
$$;

update forecourt.lead_kinds set refusal = 'You have sent us a lot of enquiries today. Please contact us directly.'
where kind = 'enquiry';
update forecourt.lead_kinds set refusal = 'You already have the maximum number of test drives booked. Please contact us directly.'
where kind = 'test-drive';

-- Only on a new site, which has no accounts yet: a running site keeps its settings.
update public.config set value = replace(value,
  'We confirm by e-mail and have the car ready. Please bring your full driving licence; insurance during the drive is on us.',
  'We confirm by email and have the car ready. Please bring your full driving licence; our insurance covers you during the test drive.')
where key = 'PAGES_FAQ' and not exists (select from auth.users);

reset check_function_bodies;
