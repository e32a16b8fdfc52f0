-- Saved vehicles follow the account. They are part of the data export and are deleted with the account.

set check_function_bodies = off;

-- The vehicles that customers have saved to their accounts. Each device also keeps copies, and
-- site/app/platform/saved/follow-account.ts brings the two together.
create table public.saved_vehicles (
  user_id uuid not null references auth.users on delete cascade,
  vehicle_id uuid not null references public.vehicles on delete cascade,
  saved_at timestamptz not null default now(),
  primary key (user_id, vehicle_id)
);

alter table public.saved_vehicles enable row level security;

-- Deleting a vehicle looks them up.
create index saved_vehicles_vehicle_id_idx on public.saved_vehicles (vehicle_id);

create or replace function forecourt.forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email is not null then
    perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  end if;
  perform forecourt.blank_leads(old.id);
  delete from public.people where user_id = old.id;
  delete from public.saved_vehicles where user_id = old.id;
  delete from public.email_outbox where user_id = old.id;
  -- The email to a new address that has not been confirmed yet.
  delete from public.email_outbox where recipient = nullif(old.email_change, '') and template = 'email-change';
  delete from public.email_outbox where recipient = '+' || old.phone and template = 'text-message';
  delete from public.email_outbox
  where dedupe_key = any (forecourt.notification_keys(format('registration:%s:admin', old.id)));
  update public.activity set subject_id = null, summary = case kind
    when 'second_steps_reset' then 'A deleted account: two-step verification reset'
    when 'admin_invited' then 'A deleted account: invited as an admin' -- from before there were sales staff
    when 'colleague_invited' then 'A deleted account: invited as staff'
    when 'role_changed' then 'A deleted account: role changed'
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

-- Everything stored about a person, as one document, including the people merged into them.
create or replace function public.export_person(_person_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _max constant integer := 1000;
  _people uuid[] := array(select id from public.people where root_id = _person_id);
  _users uuid[] := array(select user_id from public.people where root_id = _person_id and user_id is not null);
  _emails text[] := array(select email from public.people where root_id = _person_id and email is not null);
  _export jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if cardinality(_people) = 0 then
    raise exception 'Person not found' using errcode = 'PT404';
  end if;
  _export := jsonb_build_object(
    'made_at', now(),
    'most_entries_of_a_list', _max,
    'person', (select jsonb_agg(to_jsonb(p) - 'words' order by p.id = _person_id desc, p.created_at)
      from public.people p where p.root_id = _person_id),
    'leads', coalesce((
      select jsonb_agg(to_jsonb(l) - 'person_id' - 'assignee_id' order by l.created_at desc)
      from (select * from public.inbox where person_id = any (_people) order by created_at desc limit _max) l), '[]'),
    'events', coalesce((
      select jsonb_agg(to_jsonb(e) - 'actor_id' order by e.created_at desc)
      from (
        select lead_events.* from public.lead_events join public.lead_desk using (kind, lead_id)
        where person_id = any (_people) order by created_at desc limit _max
      ) e), '[]'),
    'accounts', coalesce((
      select jsonb_agg(jsonb_build_object('email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at, 'profile', to_jsonb(p)))
      from auth.users u left join public.profiles p on p.id = u.id where u.id = any (_users)), '[]'),
    'saved_vehicles', forecourt.saved_vehicles_of(_users),
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('kind', o.template, 'to', o.recipient, 'status', o.status,
        'created_at', o.created_at, 'sent_at', o.sent_at) order by o.created_at desc)
      from (
        select * from public.email_outbox where recipient = any (_emails) order by created_at desc limit _max
      ) o), '[]'),
    'purchases', coalesce((
      select jsonb_agg(jsonb_build_object('vehicle', v.title, 'stock_number', v.stock_number, 'sold_on', s.sold_on,
        'price_pence', s.price_pence, 'channel', s.channel) order by s.sold_on desc)
      from (select * from public.vehicle_sales where buyer_id = any (_people) order by sold_on desc limit _max) s
      join public.vehicles v on v.id = s.vehicle_id), '[]'));
  perform forecourt.record_activity('person_exported',
    forecourt.person_label(people) || ': data exported', null, _person_id) from public.people where id = _person_id;
  return _export;
end
$$;

-- Everything stored about the caller, as one document. Leads and emails with the caller's address are included only if
-- the caller has proved that the address is theirs. The document contains no secrets: no password, token or two-step
-- verification key.
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
    'saved_vehicles', forecourt.saved_vehicles_of(array[_id]),
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

-- For the download of a person's data.
create function forecourt.saved_vehicles_of(_users uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', v.id, 'vehicle', v.title, 'saved_at', s.saved_at) order by s.saved_at), '[]')
  from public.saved_vehicles s join public.vehicles v on v.id = s.vehicle_id where s.user_id = any (_users)
$$;

revoke all on function forecourt.saved_vehicles_of(uuid[]) from public;

-- Applies what a device has changed since it last called, and returns all of the account's saved vehicles, the oldest
-- first. Vehicles that do not exist, drafts, and vehicles above the limit are not added; the device keeps its own copies.
create function public.sync_saved_vehicles(_added uuid[], _removed uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  _most constant integer := 200;
  _user_id constant uuid := forecourt.enabled_user_id();
begin
  if _user_id is null or not forecourt.second_step_done() then
    raise exception 'Please sign in again.' using errcode = '42501';
  end if;
  if cardinality(_added) > _most or cardinality(_removed) > _most then
    raise exception 'Too many vehicles at once' using errcode = '22023';
  end if;
  -- Two devices of one customer would otherwise count the same free places.
  perform pg_advisory_xact_lock(hashtextextended('forecourt.saved_vehicles:' || _user_id::text, 0));
  delete from public.saved_vehicles where user_id = _user_id and vehicle_id = any (_removed);
  insert into public.saved_vehicles (user_id, vehicle_id, saved_at)
  select _user_id, v.id, now() + place * interval '1 microsecond'
  from unnest(_added) with ordinality as given (id, place)
  join public.vehicles v on v.id = given.id and not v.hidden
  where not exists (select from public.saved_vehicles s where s.user_id = _user_id and s.vehicle_id = v.id)
  order by place
  limit greatest(0, _most - (select count(*) from public.saved_vehicles where user_id = _user_id))
  on conflict do nothing;
  return query select vehicle_id from public.saved_vehicles where user_id = _user_id order by saved_at, vehicle_id;
end
$$;

revoke all on function public.sync_saved_vehicles(uuid[], uuid[]) from public, anon;

grant execute on function public.sync_saved_vehicles(uuid[], uuid[]) to authenticated;

create policy "customers read the vehicles they have saved" on public.saved_vehicles
  for select to authenticated
  using (user_id = (select forecourt.enabled_user_id()) and (select forecourt.second_step_done()));

revoke all on public.saved_vehicles from anon, authenticated;

grant select on public.saved_vehicles to authenticated;

grant all on public.saved_vehicles to service_role;

reset check_function_bodies;
