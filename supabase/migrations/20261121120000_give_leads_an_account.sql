-- A lead made while signed in belongs to that account for good, whatever its email address becomes. A lead made as a guest has
-- no account here; it belongs to the account that has proved the email address used, see claim_email.
alter table public.enquiries add column user_id uuid references auth.users on delete set null;
alter table public.test_drives add column user_id uuid references auth.users on delete set null;
alter table public.contact_messages add column user_id uuid references auth.users on delete set null;
create index enquiries_user_id_idx on public.enquiries (user_id, created_at desc) where user_id is not null;
create index test_drives_user_id_idx on public.test_drives (user_id, created_at desc) where user_id is not null;
create index contact_messages_user_id_idx on public.contact_messages (user_id, created_at desc) where user_id is not null;

create or replace function forecourt.prepare_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  _vehicle record;
begin
  new.email := lower(trim(new.email));
  new.name := trim(new.name);
  new.phone := trim(new.phone);
  select title, sold into _vehicle from public.vehicles where id = new.vehicle_id;
  -- Kept beside the lead, because the vehicle may be deleted. An unknown one is refused by the foreign key.
  new.vehicle_title := coalesce(_vehicle.title, '');

  if not forecourt.is_trusted() then
    if new.vehicle_id is null then
      raise exception 'Please choose a vehicle.' using errcode = '23502';
    end if;
    if _vehicle.sold then
      raise exception 'This vehicle has been sold and is no longer available for purchase or test drives.'
        using errcode = 'P0001';
    end if;
    if new.status is distinct from tg_argv[0] then
      raise exception 'Only an administrator may set the status.' using errcode = '42501';
    end if;
    new.created_at := now();
    new.updated_at := now();
    -- Never from the request. Without a session the lead is a guest's.
    new.user_id := forecourt.session_user_id();
  elsif new.email = forecourt.own_email() then
    -- An admin can enter a lead for a customer; only one under the admin's own address is the admin's.
    new.user_id := coalesce(new.user_id, forecourt.session_user_id());
  end if;
  return new;
end
$$;

-- The account whose leads the caller may read.
create function forecourt.enabled_user_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where id = forecourt.session_user_id() and not disabled
$$;
revoke all on function forecourt.enabled_user_id() from public;
grant execute on function forecourt.enabled_user_id() to authenticated, service_role;

alter policy "customers read their own enquiries" on public.enquiries using (
  (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
  and (select forecourt.second_step_done())
);
alter policy "customers read their own test drives" on public.test_drives using (
  (user_id = (select forecourt.enabled_user_id()) or (user_id is null and email = (select forecourt.own_email())))
  and (select forecourt.second_step_done())
);

-- The service inserts contact messages, so it says who was signed in. A caller from before this migration says nothing.
drop function public.keep_contact_message(text, text, text, text);
create function public.keep_contact_message(
  _name text, _email text, _phone text, _message text, _user_id uuid default null
) returns void
language plpgsql set search_path = '' as $$
begin
  -- One at a time for one address, or two clicks at once would both find nothing.
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
revoke execute on function public.keep_contact_message(text, text, text, text, uuid) from public, anon, authenticated;
grant execute on function public.keep_contact_message(text, text, text, text, uuid) to service_role;
