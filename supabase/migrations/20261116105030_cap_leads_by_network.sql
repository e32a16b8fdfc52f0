-- Five open test drives and twenty enquiries a day were the most for one e-mail address, whoever typed it: a stranger who
-- sent them in someone's name had that person refused. Now they are the most for one address from one network.
--
-- What the old rule was for is still held: one visitor cannot hold many slots under one name (this cap), nor under many
-- names (the limit of leads a network), and one address does not receive mail without end (its confirmations wait). A
-- stranger with many networks can still send leads in someone's name. They reach the dealer, who can tell; the
-- person named is never refused. Someone behind the same address as the stranger still is: a shared network is all we see.
drop trigger test_drives_cap on public.test_drives;
drop function forecourt.cap_open_test_drives();
drop function forecourt.count_open_test_drives(text);
drop trigger enquiries_cap on public.enquiries;
drop function forecourt.cap_enquiries();
drop function forecourt.count_enquiries_of_today(text);

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
