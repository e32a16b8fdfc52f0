-- The rules for all kinds of leads.

-- The kinds of leads and how they differ. supabase/functions/_shared/lead-kinds.ts holds the part that other code
-- needs.
create table forecourt.lead_kinds (
  kind text primary key,
  -- The table in the public schema.
  table_name text not null unique,
  -- The status of a new lead, shown as New in the back office.
  new_status text not null,
  -- The template for the customer's email. Null for leads that staff enter, which send no emails.
  confirmation text,
  -- The text in the activity list: %1$s is the customer, %2$s the vehicle.
  activity text not null,
  -- How many leads one customer on one network may send in a day or have open at a time, and the message shown when the
  -- limit is reached. A lead with a date is open until that date.
  most_a_day integer,
  most_open integer,
  refusal text
);
alter table forecourt.lead_kinds enable row level security;

revoke all on forecourt.lead_kinds from public, anon, authenticated;

create function forecourt.lead_kind(_table name) returns forecourt.lead_kinds
language sql stable security definer set search_path = '' as $$
  select * from forecourt.lead_kinds where table_name = _table
$$;

-- Runs before every insert and sets the columns that visitors and customers may not set themselves.
create function forecourt.prepare_lead() returns trigger
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
    -- Copied, because the vehicle may be deleted later.
    new.vehicle_title := coalesce(_vehicle.title, '');
  end if;

  if not forecourt.is_trusted_staff() then
    if _has_vehicle then
      if new.vehicle_id is null then
        raise exception 'Please choose a vehicle.' using errcode = '23502';
      end if;
      -- The caller does not see drafts, and gets the same answer as for an unknown vehicle.
      if _vehicle.title is null then
        raise exception 'This vehicle is no longer available.' using errcode = '23503';
      end if;
      if _vehicle.sold then
        raise exception 'This vehicle has been sold and is no longer available for purchase or test drives.'
          using errcode = 'P0001';
      end if;
    end if;
    if new.status is distinct from (forecourt.lead_kind(tg_table_name)).new_status then
      raise exception 'Only staff may set the status.' using errcode = '42501';
    end if;
    new.created_at := now();
    new.updated_at := now();
    new.answered_at := null;
    -- Never from the request. Null for a guest.
    new.user_id := forecourt.session_user_id();
  elsif new.email = forecourt.own_email() then
    -- Staff can enter leads for customers; only those with their own address belong to them.
    new.user_id := coalesce(new.user_id, forecourt.session_user_id());
  end if;
  return new;
end
$$;

-- The network that each lead came from, stored only as a keyed hash. Limits apply to an email address and a network
-- together, because anyone can type another person's address into a form and could use up a limit on the address alone.
create table forecourt.lead_origins (
  lead_id uuid primary key,
  network text not null,
  created_at timestamptz not null default now()
);
create index lead_origins_created_at_idx on forecourt.lead_origins (created_at); -- the clean-up in keep_lead_origin

revoke all on forecourt.lead_origins from public, anon, authenticated;

create function forecourt.keep_lead_origin() returns trigger
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

-- A lock on the address ensures that simultaneous leads from one customer are counted one after the other.
create function forecourt.count_leads(_table name, _email text, _network text) returns table (today bigint, open bigint)
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(_table);
begin
  perform pg_catalog.pg_advisory_xact_lock(7022028, hashtext(_kind.kind || ':' || _email));
  return query execute format($sql$
    select count(*) filter (where l.created_at > now() - interval '1 day'),
      count(*) filter (where l.status <> 'Closed'
        and coalesce((to_jsonb(l) ->> 'preferred_date')::timestamp >= forecourt.london_now(), true))
    from public.%I l join forecourt.lead_origins o on o.lead_id = l.id
    where l.email = $1 and o.network = $2 and (l.created_at > now() - interval '1 day' or $3 and l.status <> 'Closed')
  $sql$, _kind.table_name) using _email, _network, _kind.most_open is not null;
end
$$;
revoke all on function forecourt.count_leads(name, text, text) from public;
grant execute on function forecourt.count_leads(name, text, text) to anon, authenticated, service_role;

create function forecourt.cap_leads() returns trigger
language plpgsql set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _sent record;
begin
  if forecourt.is_trusted_staff() then
    return new;
  end if;
  select * into _sent from forecourt.count_leads(tg_table_name, lower(trim(new.email)), forecourt.caller_network());
  if _sent.today >= _kind.most_a_day or _sent.open >= _kind.most_open then
    raise exception '%', _kind.refusal using errcode = 'P0001';
  end if;
  return new;
end
$$;

-- On our own server, the captcha and the limit per network are checked before the insert reaches the database. On a
-- hosted project the insert comes straight from the browser, so this trigger checks them. A hosted project is
-- recognised by the request headers, which its API sets, and by the absence of the claim that our own server sets.
--
-- For the captcha, the human-check function verifies the token with Google and creates a pass, which the insert uses.
-- A pass is required only if the dealer has set a site key.
create function forecourt.guard_hosted_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _leads_an_hour constant integer := 60;
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  _token text := coalesce(_headers ->> 'x-captcha-token', '');
begin
  if _headers is null or _claims ? 'forecourt_network' or _claims ->> 'role' = 'service_role' or public.is_staff() then
    return new;
  end if;
  if not public.take_limit('lead:' || forecourt.caller_network(), _leads_an_hour, 3600) then
    raise exception 'Too many requests. Please try again later or contact us directly.' using errcode = 'P0001';
  end if;
  if exists (select from public.config where key = 'RECAPTCHA_SITE_KEY' and trim(value) <> '')
    and public.take_captcha_pass(
      encode(sha256(convert_to('recaptcha:' || _token, 'UTF8')), 'hex'), (forecourt.lead_kind(tg_table_name)).kind, 'insert'
    ) <> 'used'
  then
    raise exception 'captcha_failed: the human verification was not passed' using errcode = '42501';
  end if;
  return new;
end
$$;

-- For send-email, to check that a call belongs to a recent lead. The insert has already queued the emails.
create function public.has_recent_lead(_kind text, _email text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  _table text := (select table_name from forecourt.lead_kinds where kind = _kind);
  _found boolean := false;
begin
  if _table is not null then
    execute format($sql$
      select exists (select from public.%I where email = lower($1) and created_at > now() - interval '10 minutes')
    $sql$, _table) into _found using _email;
  end if;
  return _found;
end
$$;
revoke execute on function public.has_recent_lead(text, text) from public, anon, authenticated;
grant execute on function public.has_recent_lead(text, text) to service_role;

-- Runs after every insert and queues one email to the customer and one to the dealer in the same transaction, so that
-- neither is lost.
create function forecourt.queue_lead_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _date constant timestamp := to_jsonb(new) ->> 'preferred_date';
  _lead constant jsonb := jsonb_build_object(
    'vehicleId', to_jsonb(new) ->> 'vehicle_id',
    'vehicleTitle', to_jsonb(new) ->> 'vehicle_title',
    'preferredDate', to_char(_date, 'DD/MM/YYYY'),
    'preferredTime', to_char(_date, 'HH24:MI'),
    'message', nullif(new.message, '')
  );
begin
  if forecourt.is_demo() then
    return null;
  end if;
  perform forecourt.queue_confirmation(_kind.confirmation, new.email,
    _lead || jsonb_build_object('name', new.name), format('%s:%s:customer', _kind.kind, new.id),
    _date at time zone 'Europe/London');
  perform forecourt.queue_mail('admin-notification', null, _lead || jsonb_build_object(
    'enquiryType', _kind.kind, 'leadId', new.id, 'customerName', new.name, 'customerEmail', new.email, 'customerPhone', new.phone
  ), format('%s:%s:admin', _kind.kind, new.id));
  return null;
end
$$;

-- Emails about a deleted lead are not sent.
create function forecourt.forget_lead_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
begin
  delete from public.email_outbox where status <> 'sent' and dedupe_key in (
    select unnest(forecourt.notification_keys(lead.key || ':admin') || (lead.key || ':customer'))
    from (select _kind.kind || ':' || id from was_there) as lead (key)
  );
  return null;
end
$$;
revoke all on function forecourt.forget_lead_mails() from public;

create function forecourt.record_lead_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _kind constant forecourt.lead_kinds := forecourt.lead_kind(tg_table_name);
  _lead constant jsonb := to_jsonb(new);
begin
  perform forecourt.record_activity(
    _kind.kind, format(_kind.activity, new.name, _lead ->> 'vehicle_title'), (_lead ->> 'vehicle_id')::uuid, new.id);
  return null;
end
$$;

-- Each lead's searchable text. Row-level security prevents LIKE from using an index, since that could leak rows that
-- the caller may not see. The text is therefore in a private table, and search_inbox checks for staff before it searches.
create table forecourt.lead_words (
  id uuid primary key,
  words text not null,
  -- Apart from the words, so that a search for "911" finds the car and not every number with these digits.
  phone text not null default ''
);
alter table forecourt.lead_words enable row level security;
create index lead_words_words_idx on forecourt.lead_words using gin (words extensions.gin_trgm_ops);
create index lead_words_phone_idx on forecourt.lead_words using gin (phone extensions.gin_trgm_ops);

revoke all on forecourt.lead_words from public, anon, authenticated, service_role;

-- A lead's text in normal form, with a space before every word, as in forecourt.vehicle_listings.
create function forecourt.lead_words_of(_name text, _email text, _vehicle_title text, _message text) returns text
language sql immutable set search_path = '' as $$
  select ' ' || forecourt.search_text(concat_ws(' ', _name, _email, _vehicle_title, _message))
$$;

create function forecourt.keep_lead_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from forecourt.lead_words where id = old.id;
    return null;
  end if;
  insert into forecourt.lead_words (id, words, phone)
  values (new.id, forecourt.lead_words_of(new.name, new.email, to_jsonb(new) ->> 'vehicle_title', new.message),
    forecourt.phone_digits(new.phone))
  on conflict (id) do update set words = excluded.words, phone = excluded.phone;
  return null;
end
$$;

-- Assigns the leads and emails for a verified address to the account. Without proof, the account gets only emails about
-- itself.
create function forecourt.claim_email(_user_id uuid, _email text, _confirmed_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _is_proved constant boolean := _confirmed_at is not null
    and not exists (select from forecourt.unproved_emails where user_id = _user_id);
  _table text;
begin
  update public.email_outbox set user_id = _user_id
  where user_id is null and recipient = _email and case
    when template = 'admin-notification' then _is_proved and status = 'sent'
    when is_confirmation or template in ('test-mail', 'alert-confirmation', 'vehicle-alert') then _is_proved
    else true
  end;
  if not _is_proved then
    return;
  end if;
  update public.email_outbox set user_id = _user_id
  where user_id is null and template = 'admin-notification' and status <> 'sent' and data ->> 'customerEmail' = _email;
  for _table in select table_name from forecourt.lead_kinds loop
    execute format('update public.%I set user_id = $1 where user_id is null and email = $2', _table) using _user_id, _email;
  end loop;
end
$$;

create function forecourt.claim_former_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.claim_email(old.id, lower(old.email), old.email_confirmed_at);
  return null;
end
$$;
revoke all on function forecourt.claim_email(uuid, text, timestamptz), forecourt.claim_former_email() from public;
create trigger on_auth_user_email_left after update of email on auth.users
  for each row when (old.email is not null and new.email is distinct from old.email)
  execute function forecourt.claim_former_email();
