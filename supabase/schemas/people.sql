-- People: everyone the dealer knows, with or without an account.

-- `merged_into`: the person that this one has turned out to be. A merge moves nothing: leads still point to this row, so
-- the merge can be undone exactly, and the next lead from this address finds its way. `root_id` is the row that stands
-- for the person after all merges. `merged_at` is null if the site itself recognised the person by telephone number; only
-- a merge by staff can no longer be undone after a day.
--
-- `user_id`: the account, once its owner has proved the email address. It is for staff only: no policy reads it, so a
-- wrong match never shows a customer anything.
create table public.people (
  id uuid primary key default gen_random_uuid(),
  name text not null default '' check (length(name) <= 200),
  email text unique check (length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  -- As forecourt.phone_digits returns it.
  phone text not null default '' check (length(phone) <= 50),
  address text not null default '' check (length(address) <= 500),
  notes text not null default '' check (length(notes) <= 5000),
  -- Null until the person has been asked.
  marketing_consent boolean,
  marketing_consent_source text not null default '' check (length(marketing_consent_source) <= 200),
  marketing_consent_at timestamptz,
  user_id uuid unique references auth.users on delete set null,
  merged_into uuid references public.people on delete cascade,
  merged_at timestamptz,
  root_id uuid not null,
  -- The latest lead, reply or call.
  last_contact_at timestamptz not null default now(),
  -- The searchable text of the person and of everyone merged into them.
  words text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Belongs to the demo: see demo-vehicles.sql.
  is_demo boolean not null default false,
  constraint people_consent_has_a_source check (marketing_consent is null or trim(marketing_consent_source) <> '')
);
alter table public.people enable row level security;
create index people_phone_idx on public.people (phone) where phone <> '';
create index people_root_id_idx on public.people (root_id);
create index people_merged_into_idx on public.people (merged_into) where merged_into is not null;
create index people_last_contact_at_idx on public.people (last_contact_at desc) where merged_into is null;
create index people_name_idx on public.people (name) where merged_into is null;

revoke all on public.people from anon, authenticated;
grant select on public.people to authenticated;
-- The other columns are set by triggers and functions.
grant insert (name, email, phone, address, notes, marketing_consent, marketing_consent_source),
  update (name, email, phone, address, notes, marketing_consent, marketing_consent_source)
  on public.people to authenticated;
grant all on public.people to service_role;

create policy "staff read people" on public.people
  for select to authenticated using ((select public.is_staff()));
create policy "staff add people" on public.people
  for insert to authenticated with check ((select public.is_staff()));
create policy "staff change people" on public.people
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));

create function forecourt.prepare_person() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := trim(new.name);
  new.email := nullif(lower(trim(new.email)), '');
  new.phone := forecourt.phone_digits(new.phone);
  if tg_op = 'INSERT' then
    new.root_id := coalesce((select root_id from public.people where id = new.merged_into), new.id);
  end if;
  if tg_op = 'INSERT' or (new.marketing_consent, new.marketing_consent_source)
    is distinct from (old.marketing_consent, old.marketing_consent_source)
  then
    new.marketing_consent_at := case when new.marketing_consent is not null then now() end;
  end if;
  return new;
end
$$;
create trigger people_prepare before insert or update on public.people
  for each row execute function forecourt.prepare_person();

create function forecourt.keep_person_words() returns trigger
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
create trigger people_keep_words_added after insert on public.people
  for each row execute function forecourt.keep_person_words();
create trigger people_keep_words_changed after update of name, email, phone, root_id on public.people
  for each row execute function forecourt.keep_person_words();
create trigger people_keep_words_removed after delete on public.people
  for each row when (old.root_id <> old.id) execute function forecourt.keep_person_words();
create trigger people_touch before update on public.people
  for each row when (new is distinct from old and new.words = old.words and new.last_contact_at = old.last_contact_at)
  execute function forecourt.touch_updated_at();
create trigger people_changed after insert or update or delete on public.people
  for each statement execute function forecourt.notify_change();

-- What to call a person in a sentence.
create function forecourt.person_label(_person public.people) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(_person.name, ''), _person.email, nullif(_person.phone, ''), 'Someone without a name')
$$;

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
create trigger people_record_added after insert on public.people
  for each row execute function forecourt.record_person_activity();
create trigger people_record_updated after update of name, email, phone, address, notes, marketing_consent,
  marketing_consent_source on public.people
  for each row when (new.updated_at <> old.updated_at) execute function forecourt.record_person_activity();

-- Finds or adds the person that a lead belongs to: by account, then by email address. By telephone only if exactly one
-- person has the number, because families and companies share numbers; otherwise the person page suggests a merge.
-- `_user_id` is an account that has proved `_email`, or null.
create function forecourt.person_for(_user_id uuid, _name text, _email text, _phone text) returns uuid
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
revoke all on function forecourt.person_for(uuid, text, text, text) from public;

-- Notes a contact with the person, and with the person they have been merged into.
create function forecourt.note_contact(_person_id uuid, _at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.people set last_contact_at = _at
  where id in (_person_id, (select root_id from public.people where id = _person_id)) and last_contact_at < _at
$$;
revoke all on function forecourt.note_contact(uuid, timestamptz) from public;

-- Links an account to its person, or adds the person. Staff are not customers.
create function forecourt.know_account(_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select forecourt.person_for(users.id,
    trim(concat_ws(' ', users.raw_user_meta_data ->> 'first_name', users.raw_user_meta_data ->> 'last_name')),
    users.email, coalesce(users.raw_user_meta_data ->> 'phone', ''))
  from auth.users
  where id = _user_id and coalesce(email, '') <> '' and not is_anonymous and deleted_at is null
    and forecourt.is_proved(id) and invited_at is null
    and not exists (select from public.user_roles where user_id = users.id and role <> 'user')
$$;
revoke all on function forecourt.know_account(uuid) from public;

create function forecourt.know_confirmed_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.know_account(new.id);
  return null;
end
$$;
create function forecourt.know_proved_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.know_account(old.user_id);
  return null;
end
$$;
create trigger on_auth_user_known_added after insert on auth.users
  for each row when (new.email_confirmed_at is not null) execute function forecourt.know_confirmed_account();
create trigger on_auth_user_known_confirmed after update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null
    and (new.email is distinct from old.email or old.email_confirmed_at is null))
  execute function forecourt.know_confirmed_account();
create trigger unproved_emails_known after delete on forecourt.unproved_emails
  for each row execute function forecourt.know_proved_account();

-- What customers change in their account also changes here, unless staff have entered something else.
create function forecourt.follow_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.people set
    name = case when name in ('', trim(old.first_name || ' ' || old.last_name))
      then trim(new.first_name || ' ' || new.last_name) else name end,
    phone = case when phone in ('', forecourt.phone_digits(old.phone)) then new.phone else phone end
  where user_id = new.id;
  return null;
end
$$;
create trigger profiles_followed after update of first_name, last_name, phone on public.profiles
  for each row when ((new.first_name, new.last_name, new.phone) is distinct from (old.first_name, old.last_name, old.phone))
  execute function forecourt.follow_profile();
revoke all on function forecourt.know_confirmed_account(), forecourt.know_proved_account(), forecourt.follow_profile(),
  forecourt.keep_person_words() from public;

-- After a merge or its undo, everyone below `_id` belongs to the person at the top.
create function forecourt.set_root(_id uuid, _root_id uuid) returns void
language sql security definer set search_path = '' as $$
  with recursive below as (
    select _id as id
    union
    select people.id from public.people join below on people.merged_into = below.id
  )
  update public.people set root_id = _root_id where id in (select id from below)
$$;
revoke all on function forecourt.set_root(uuid, uuid) from public;

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

create function public.merge_people(_person_id uuid, _into uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _merged public.people;
  _kept public.people;
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(7022029);
  select * into _merged from public.people where id = _person_id and merged_into is null;
  select * into _kept from public.people where id = _into and merged_into is null;
  if _merged.id is null or _kept.id is null then
    raise exception 'One of these people has been merged or erased in the meantime.' using errcode = 'PT404';
  end if;
  if _merged.id = _kept.id then
    raise exception 'A person cannot be merged with themselves.' using errcode = '23514';
  end if;
  update public.people set merged_into = _into, merged_at = now() where id = _person_id;
  perform forecourt.set_root(_person_id, _into);
  -- Names only the person that the entry is about, whose erasure removes it: the merge may be undone.
  perform forecourt.record_activity('people_merged',
    format('Another entry merged into %s', forecourt.person_label(_kept)), null, _into);
end
$$;

create function public.undo_merge(_person_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _merged public.people;
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(7022029);
  select * into _merged from public.people where id = _person_id;
  if _merged.merged_into is null then
    raise exception 'This merge has already been undone.' using errcode = 'PT404';
  end if;
  if _merged.merged_at < now() - interval '1 day' then
    raise exception 'A merge can be undone for a day. This one is older.' using errcode = 'P0001';
  end if;
  update public.people set merged_into = null, merged_at = null where id = _person_id;
  perform forecourt.set_root(_person_id, _person_id);
  perform forecourt.record_activity('merge_undone', format('Merge of %s undone', forecourt.person_label(_merged)), null, _person_id);
end
$$;
revoke all on function public.merge_people(uuid, uuid), public.undo_merge(uuid) from public, anon;
grant execute on function public.merge_people(uuid, uuid), public.undo_merge(uuid) to authenticated, service_role;

-- Summaries contain names.
create function forecourt.forget_person() returns trigger
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
revoke all on function forecourt.forget_person() from public;
create trigger people_forget after delete on public.people
  for each row execute function forecourt.forget_person();

-- A colleague is not a customer, unless they have sent a lead.
create function forecourt.forget_colleague() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.people where user_id = new.user_id and not exists (
    select from public.lead_desk d join public.people p on p.id = d.person_id where p.root_id = people.root_id);
  return null;
end
$$;
revoke all on function forecourt.forget_colleague() from public;
create trigger user_roles_forget_colleague after insert or update on public.user_roles
  for each row when (new.role <> 'user') execute function forecourt.forget_colleague();
