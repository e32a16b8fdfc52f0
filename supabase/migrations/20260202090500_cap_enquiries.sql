-- Every enquiry sends a confirmation to the address in it, which anyone can type: a small number a day and address.
create function forecourt.count_enquiries_of_today(_email text) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(7022029, hashtext(_email));
  return (select count(*) from public.enquiries where email = _email and created_at > now() - interval '1 day');
end
$$;
revoke all on function forecourt.count_enquiries_of_today(text) from public;
grant execute on function forecourt.count_enquiries_of_today(text) to anon, authenticated, service_role;

create function forecourt.cap_enquiries() returns trigger
language plpgsql set search_path = '' as $$
declare
  _max_a_day constant integer := 20;
begin
  if not forecourt.is_trusted() and forecourt.count_enquiries_of_today(lower(trim(new.email))) >= _max_a_day then
    raise exception 'We have many enquiries from this e-mail address today. Please contact us directly.'
      using errcode = 'P0001';
  end if;
  return new;
end
$$;

create trigger enquiries_cap before insert on public.enquiries
  for each row execute function forecourt.cap_enquiries();
