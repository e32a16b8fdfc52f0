-- Whom an entry is about: the lead or the account. Its text holds a name, and whoever deletes their account takes the name
-- with them. No foreign key: entries outlive what they tell of.
alter table public.activity add column subject_id uuid;
create index activity_subject_id_idx on public.activity (subject_id) where subject_id is not null;

alter table public.activity drop constraint activity_kind_check;
alter table public.activity add constraint activity_kind_check check (kind in (
  'vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_deleted', 'enquiry', 'test_drive', 'contact_message',
  'customer_registered', 'customer_disabled', 'customer_enabled', 'account_deleted', 'second_steps_reset', 'settings_saved'
));

drop function forecourt.record_activity(text, text, uuid);
create function forecourt.record_activity(
  _kind text, _summary text, _vehicle_id uuid default null, _subject_id uuid default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.activity (kind, summary, vehicle_id, subject_id, actor_id)
  values (_kind, _summary, _vehicle_id, _subject_id, (select id from public.profiles where id = auth.uid()))
$$;
revoke all on function forecourt.record_activity(text, text, uuid, uuid) from public;

create or replace function forecourt.record_lead_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_table_name
    when 'enquiries' then
      perform forecourt.record_activity('enquiry',
        format('Enquiry from %s about %s', new.name, new.vehicle_title), new.vehicle_id, new.id);
    when 'test_drives' then
      perform forecourt.record_activity('test_drive',
        format('Test drive of %s booked by %s', new.vehicle_title, new.name), new.vehicle_id, new.id);
    else
      perform forecourt.record_activity('contact_message', format('Message from %s', new.name), null, new.id);
  end case;
  return null;
end
$$;

-- How an account is spoken of.
create function forecourt.name_of(_profile public.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    nullif(trim(concat_ws(' ', _profile.first_name, _profile.last_name)), ''), nullif(_profile.email, ''), 'A customer'
  )
$$;

create or replace function forecourt.record_profile_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _done text := case when tg_op = 'INSERT' then 'registered' when new.disabled then 'disabled' else 'enabled' end;
begin
  perform forecourt.record_activity(
    'customer_' || _done, forecourt.name_of(new) || ' ' || _done, null, new.id);
  return null;
end
$$;

-- What was recorded before: an entry was written in the same transaction as its lead, profile or history, so both have
-- the same time.
update public.activity a set subject_id = e.id from public.enquiries e
where a.kind = 'enquiry' and a.created_at = e.created_at
  and a.summary = format('Enquiry from %s about %s', e.name, e.vehicle_title);
update public.activity a set subject_id = t.id from public.test_drives t
where a.kind = 'test_drive' and a.created_at = t.created_at
  and a.summary = format('Test drive of %s booked by %s', t.vehicle_title, t.name);
update public.activity a set subject_id = m.id from public.contact_messages m
where a.kind = 'contact_message' and a.created_at = m.created_at and a.summary = format('Message from %s', m.name);
update public.activity a set subject_id = p.id from public.profiles p
where a.kind = 'customer_registered' and a.created_at = p.created_at and (
  a.summary = forecourt.name_of(p) || ' registered'
  -- Renamed since.
  or not exists (select from public.profiles o where o.created_at = p.created_at and o.id <> p.id)
);
update public.activity a set subject_id = h.customer_id from public.customer_disable_history h
where a.kind = 'customer_' || h.action and a.created_at = h.created_at and h.customer_id is not null;
