-- How many leads one customer, and one network, may leave.

-- Which network a lead came from, as a keyed hash and nothing else. Anyone can type anyone's e-mail address into a form,
-- so what is counted by e-mail alone can be used up by a stranger; counted by e-mail and network together it cannot.
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
  -- Bookings reach 90 days ahead: after that nothing is counted that came with this row.
  if random() < 0.01 then
    delete from forecourt.lead_origins where created_at < now() - interval '92 days';
  end if;
  insert into forecourt.lead_origins (lead_id, network) values (new.id, forecourt.caller_network())
  on conflict (lead_id) do update set network = excluded.network, created_at = now();
  return null;
end
$$;
create trigger enquiries_keep_origin after insert on public.enquiries
  for each row execute function forecourt.keep_lead_origin();
create trigger test_drives_keep_origin after insert on public.test_drives
  for each row execute function forecourt.keep_lead_origin();

-- The lock is for one address alone: two bookings of one customer in the same moment are counted one after the other.
create function forecourt.count_open_test_drives(_email text, _network text) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(7022028, hashtext(_email));
  return (
    select count(*) from public.test_drives t join forecourt.lead_origins o on o.lead_id = t.id
    where t.email = _email and t.status <> 'Closed' and t.preferred_date >= forecourt.london_now() and o.network = _network
  );
end
$$;

create function forecourt.count_enquiries_of_today(_email text, _network text) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(7022029, hashtext(_email));
  return (
    select count(*) from public.enquiries e join forecourt.lead_origins o on o.lead_id = e.id
    where e.email = _email and e.created_at > now() - interval '1 day' and o.network = _network
  );
end
$$;
revoke all on function forecourt.count_open_test_drives(text, text), forecourt.count_enquiries_of_today(text, text) from public;
grant execute on function forecourt.count_open_test_drives(text, text), forecourt.count_enquiries_of_today(text, text)
  to anon, authenticated, service_role;

create function forecourt.cap_open_test_drives() returns trigger
language plpgsql set search_path = '' as $$
declare
  _max_open_bookings constant integer := 5;
begin
  if not forecourt.is_trusted() and forecourt.count_open_test_drives(
    lower(trim(new.email)), forecourt.caller_network()
  ) >= _max_open_bookings then
    raise exception 'You already have the most test drives we can hold for one e-mail address.' using errcode = 'P0001';
  end if;
  return new;
end
$$;
create trigger test_drives_cap before insert on public.test_drives
  for each row execute function forecourt.cap_open_test_drives();

create function forecourt.cap_enquiries() returns trigger
language plpgsql set search_path = '' as $$
declare
  _max_a_day constant integer := 20;
begin
  if not forecourt.is_trusted() and forecourt.count_enquiries_of_today(
    lower(trim(new.email)), forecourt.caller_network()
  ) >= _max_a_day then
    raise exception 'We have many enquiries from this e-mail address today. Please contact us directly.'
      using errcode = 'P0001';
  end if;
  return new;
end
$$;
create trigger enquiries_cap before insert on public.enquiries
  for each row execute function forecourt.cap_enquiries();

-- Our own service asks for the human check and counts a network's leads before an insert reaches the database. A hosted
-- project has nobody in between: there the insert itself does what can be done in SQL. It is told apart by the request's
-- headers, which a hosted project's API sets, and by the missing claim, which our own service sets.
--
-- The human check: the function human-check asks Google about a token and leaves a pass; the insert takes its part. It is
-- asked for where the dealer has set a site key, because without one nobody could pass it.
create function forecourt.guard_hosted_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _leads_an_hour constant integer := 60;
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  _token text := coalesce(_headers ->> 'x-captcha-token', '');
begin
  if _headers is null or _claims ? 'forecourt_network' or _claims ->> 'role' = 'service_role' or public.is_admin() then
    return new;
  end if;
  if not public.take_limit('lead:' || forecourt.caller_network(), _leads_an_hour, 3600) then
    raise exception 'Too many requests. Please try again later or contact us directly.' using errcode = 'P0001';
  end if;
  if exists (select from public.config where key = 'RECAPTCHA_SITE_KEY' and trim(value) <> '')
    and public.take_captcha_pass(
      encode(sha256(convert_to('recaptcha:' || _token, 'UTF8')), 'hex'), tg_argv[0], 'insert'
    ) <> 'used'
  then
    raise exception 'captcha_failed: the human verification was not passed' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger enquiries_guard_hosted before insert on public.enquiries
  for each row execute function forecourt.guard_hosted_lead('enquiry');
create trigger test_drives_guard_hosted before insert on public.test_drives
  for each row execute function forecourt.guard_hosted_lead('test-drive');
