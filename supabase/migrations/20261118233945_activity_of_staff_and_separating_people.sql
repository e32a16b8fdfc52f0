set check_function_bodies = off;

-- Removes personal data from leads and closes them, because there is no one left to reply to. `_name` and
-- `_message` take the place of the customer's.
create or replace function forecourt.anonymise_leads(_kind forecourt.lead_kinds, _ids uuid[], _name text, _message text) returns void
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

-- The kinds of activity that sales staff work with: leads, people and vehicles. Only admins read about accounts and settings.
create or replace function forecourt.desk_activity_kinds() returns setof text
language sql stable security definer set search_path = '' as $$
  select kind from forecourt.lead_kinds
  union all
  -- As forecourt.record_lead_work names them.
  select kind || '_' || work
  from forecourt.lead_kinds, unnest(array['reply', 'call', 'note', 'assigned', 'closed', 'reopened']) as work
  union all
  select unnest(array['vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_reserved', 'vehicle_deleted',
    'vehicle_bulk_change', 'person_added', 'person_updated', 'people_merged', 'merge_undone'])
$$;

create or replace function forecourt.forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email is not null then
    perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
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

-- Summaries contain names.
create or replace function forecourt.forget_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.activity set subject_id = null, summary = case kind
    when 'people_merged' then 'Two people merged'
    when 'merge_undone' then 'A merge undone'
    when 'person_added' then 'A deleted person: added'
    when 'person_updated' then 'A deleted person: updated'
    else 'A deleted person: data exported'
  end where subject_id = old.id;
  return null;
end
$$;

create or replace function forecourt.keep_person_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.people root set words = found.words from (
    select root_id, ' ' || forecourt.search_text(string_agg(concat_ws(' ', name, email, phone), ' ' order by id)) as words
    from public.people
    where root_id in (
      case when tg_op <> 'DELETE' then new.root_id end, case when tg_op <> 'INSERT' then old.root_id end)
    group by root_id
  ) found
  where root.id = found.root_id and root.words <> found.words;
  return null;
end
$$;

-- Finds or adds the person that a lead belongs to: by account, then by email address. By telephone only if exactly one
-- person has the number, because families and companies share numbers; otherwise the person page suggests a merge.
-- `_user_id` is an account that has proved `_email`, or null.
create or replace function forecourt.person_for(_user_id uuid, _name text, _email text, _phone text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  _shortest_number constant integer := 7;
  _digits constant text := forecourt.phone_digits(coalesce(_phone, ''));
  _address constant text := nullif(lower(trim(_email)), '');
  _id uuid;
  _roots uuid[] := '{}';
begin
  -- One at a time, so that two leads from a new person do not add the person twice.
  perform pg_catalog.pg_advisory_xact_lock(7022029);
  if _user_id is not null then
    select id into _id from public.people where user_id = _user_id;
  end if;
  if _id is null and _address is not null then
    select id into _id from public.people where email = _address;
  end if;
  if _id is null and length(_digits) >= _shortest_number then
    _roots := array(select distinct root_id from public.people where phone = _digits);
    if cardinality(_roots) = 1 and (
      _address is null or exists (select from public.people where id = _roots[1] and email is null)
    ) then
      _id := _roots[1];
    end if;
  end if;

  if _id is null then
    insert into public.people (name, email, phone, user_id, is_demo, merged_into)
    values (left(trim(coalesce(_name, '')), 200), _address, left(_digits, 50), _user_id, forecourt.is_demo(),
      -- The same number with a new address: the same person.
      case when cardinality(_roots) = 1 then _roots[1] end)
    returning id into _id;
    return _id;
  end if;
  -- Adds what was missing, and changes nothing that staff may have corrected.
  update public.people set
    name = case when name = '' then left(trim(coalesce(_name, '')), 200) else name end,
    phone = case when phone = '' then left(_digits, 50) else phone end,
    email = case when email is null and not exists (select from public.people where email = _address)
      then _address else email end,
    user_id = coalesce(user_id, _user_id)
  where id = _id and (name = '' or phone = '' or email is null or (user_id is null and _user_id is not null));
  return _id;
end
$$;

-- Customers' own changes reach the same triggers.
create function forecourt.acts_as_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles where user_id = auth.uid() and role <> 'user')
$$;

revoke all on function forecourt.acts_as_staff() from public;

-- What staff do with a lead, for the list of activity. That they opened it, and what they plan, is only in its timeline.
create function forecourt.record_lead_work() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _before text := (
    select body from public.lead_events
    where kind = new.kind and lead_id = new.lead_id and event = 'status' and id <> new.id order by created_at desc limit 1);
  _work constant text := case
    when new.event <> 'status' then new.event
    when new.body = 'Closed' then 'closed'
    when _before = 'Closed' then 'reopened'
  end;
  _name text;
begin
  if _work is null or not forecourt.acts_as_staff() then
    return null;
  end if;
  select name into _name from public.inbox where kind = new.kind and id = new.lead_id;
  perform forecourt.record_activity(new.kind || '_' || _work, case _work
    when 'reply' then format('Reply to %s', _name)
    when 'call' then format('Call with %s noted', _name)
    when 'note' then format('Note about %s added', _name)
    when 'assigned' then case when new.body = '' then format('Lead from %s no longer assigned', _name)
      else format('Lead from %s assigned to %s', _name, new.body) end
    else format('Lead from %s %s', _name, _work)
  end, null, new.lead_id);
  return null;
end
$$;

revoke all on function forecourt.open_lead(), forecourt.leave_desk(), forecourt.record_lead_change(), forecourt.count_call_as_answer(),
  forecourt.record_lead_work(), forecourt.record_desk_change(), forecourt.check_assignee(), forecourt.follow_lead_mail()
  from public;

-- What staff enter themselves. A person whom the site adds for a lead is not activity of its own.
create function forecourt.record_person_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_catalog.pg_trigger_depth() = 1 and forecourt.acts_as_staff() then
    perform forecourt.record_activity(case tg_op when 'INSERT' then 'person_added' else 'person_updated' end,
      forecourt.person_label(new) || case tg_op when 'INSERT' then ' added' else ' updated' end, null, new.id);
  end if;
  return null;
end
$$;

revoke all on function forecourt.record_person_activity() from public;

-- Before one person of a group is deleted: those who were merged into them stay with the person above, or on their own.
-- A customer who deletes their account deletes no one else's data, whomever staff took for the same person.
create function forecourt.release_merged(_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _above uuid;
  _below uuid;
begin
  perform pg_catalog.pg_advisory_xact_lock(7022029);
  _above := (select merged_into from public.people where id = _id);
  for _below in
    update public.people set merged_into = _above, merged_at = case when _above is not null then merged_at end
    where merged_into = _id returning id
  loop
    perform forecourt.set_root(_below, coalesce((select root_id from public.people where id = _above), _below));
  end loop;
end
$$;

revoke all on function forecourt.release_merged(uuid) from public;

create trigger lead_events_record_work after insert on public.lead_events
  for each row when (new.event in ('reply', 'call', 'note', 'assigned', 'status'))
  execute function forecourt.record_lead_work();

create trigger people_keep_words_removed after delete on public.people
  for each row when (old.root_id <> old.id) execute function forecourt.keep_person_words();

create trigger people_record_added after insert on public.people
  for each row execute function forecourt.record_person_activity();

create trigger people_record_updated after update of name, email, phone, address, notes, marketing_consent,
  marketing_consent_source on public.people
  for each row when (new.updated_at <> old.updated_at) execute function forecourt.record_person_activity();

reset check_function_bodies;

-- People whom the site recognised by telephone number, which can now be separated at any time.
update public.people set merged_at = null where merged_at = created_at;
