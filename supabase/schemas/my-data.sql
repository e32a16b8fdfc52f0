-- Downloading and deleting your own data.

-- An account's leads by table: those it sent, and guests' leads with the email address that it has proved.
create function forecourt.leads_of(_user_id uuid, _email text, _most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  _table text;
  _rows jsonb;
  _leads jsonb := '{}';
begin
  for _table in select table_name from forecourt.lead_kinds loop
    execute format($sql$
      select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc), '[]') from (
        select * from public.%I where user_id = $1 or (user_id is null and email = $2) order by created_at desc limit $3
      ) l
    $sql$, _table) into _rows using _user_id, _email, _most;
    _leads := _leads || jsonb_build_object(_table, _rows);
  end loop;
  return _leads;
end
$$;
revoke all on function forecourt.leads_of(uuid, text, integer) from public;

-- Everything stored about the caller, as one document. Leads and emails with the caller's address are included only if
-- the caller has proved that the address is theirs. The document contains no secrets: no password, token or two-step
-- verification key.
create function public.my_data() returns jsonb
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
    'alerts', forecourt.alerts_of(array[_email]),
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
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated;

-- Deletes the caller's account and personal data. Not allowed for the last admin (keep_last_admin) or for a disabled
-- account.
create function public.delete_my_account() returns void
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
revoke all on function public.delete_my_account() from public, anon;
grant execute on function public.delete_my_account() to authenticated;

-- Removes personal data from leads and closes them, because there is no one left to reply to. `_name` and
-- `_message` take the place of the customer's.
create function forecourt.anonymise_leads(_kind forecourt.lead_kinds, _ids uuid[], _name text, _message text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  execute format($sql$
    update public.%I set user_id = null, name = $2, email = 'deleted@account.invalid', phone = '-', message = $3,
      status = 'Closed'
    where id = any ($1)
  $sql$, _kind.table_name) using _ids, _name, _message;
  execute format($sql$
    update public.activity a set summary = format($3, $2, to_jsonb(l) ->> 'vehicle_title')
    from public.%I l where l.id = any ($1) and a.subject_id = l.id and a.kind = $4
  $sql$, _kind.table_name) using _ids, 'a ' || lower(_name), _kind.activity, _kind.kind;
  -- Deletes the queued emails about these leads. Sent emails to an address that is not proved stay, because the limits on
  -- confirmations count them.
  delete from public.email_outbox where status <> 'sent' and dedupe_key in (
    select unnest(forecourt.notification_keys(lead.key || ':admin') || (lead.key || ':customer'))
    from (select _kind.kind || ':' || id from unnest(_ids) as id) as lead (key)
    union all
    select 'reply:' || id from public.lead_events where kind = _kind.kind and lead_id = any (_ids)
  );
  update public.lead_desk set person_id = null, next_step = '', due_on = null
  where kind = _kind.kind and lead_id = any (_ids);
  -- Last, because the updates above add events, which add activity.
  delete from public.lead_events where kind = _kind.kind and lead_id = any (_ids);
  delete from public.activity where subject_id = any (_ids) and kind <> _kind.kind;
  delete from forecourt.lead_origins where lead_id = any (_ids);
end
$$;

create function forecourt.blank_leads(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _kind forecourt.lead_kinds;
  _ids uuid[];
begin
  for _kind in select * from forecourt.lead_kinds loop
    execute format('select array(select id from public.%I where user_id = $1)', _kind.table_name) into _ids using _user_id;
    perform forecourt.anonymise_leads(_kind, _ids, 'Deleted account', 'Deleted with the account.');
  end loop;
end
$$;

create function forecourt.forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email is not null then
    perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  end if;
  if old.email_confirmed_at is not null and not exists (select from forecourt.unproved_emails where user_id = old.id) then
    perform forecourt.end_alerts(lower(old.email));
  end if;
  perform forecourt.blank_leads(old.id);
  perform forecourt.release_merged(id) from public.people where user_id = old.id;
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
revoke all on function forecourt.anonymise_leads(forecourt.lead_kinds, uuid[], text, text), forecourt.blank_leads(uuid),
  forecourt.forget_account() from public;

-- Runs before the delete, because after it the foreign keys have set the leads' user_id to null.
create trigger on_auth_user_deleted before delete on auth.users
  for each row execute function forecourt.forget_account();
create trigger on_auth_user_soft_deleted after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forecourt.forget_account();
