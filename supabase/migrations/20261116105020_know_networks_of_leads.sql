-- Which network a lead came from, as a keyed hash and nothing else. Anyone can type anyone's e-mail address into a form,
-- so what is counted by e-mail alone can be used up by a stranger; counted by e-mail and network together it cannot.
create table forecourt.lead_origins (
  lead_id uuid primary key,
  network text not null,
  created_at timestamptz not null default now()
);
create index lead_origins_created_at_idx on forecourt.lead_origins (created_at); -- the clean-up below
revoke all on forecourt.lead_origins from public, anon, authenticated;

-- For the hash on a hosted project, whose API tells the address itself. Made once, read by the function below alone.
create table forecourt.network_secret (
  secret text primary key default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into forecourt.network_secret default values;
revoke all on forecourt.network_secret from public, anon, authenticated;

-- Our own service puts the hash into the claims it sets; no token carries such a claim. A hosted project has the request's
-- headers: the one that its front door writes, else the first of the forwarded ones. IPv6 counts by its /64.
create function forecourt.caller_network() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  _told text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'forecourt_network';
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _address inet;
begin
  if _told is not null then
    return _told;
  end if;
  _address := trim(coalesce(_headers ->> 'cf-connecting-ip', split_part(_headers ->> 'x-forwarded-for', ',', 1)))::inet;
  if _address is null then
    return 'unknown';
  end if;
  if family(_address) = 6 then
    _address := network(set_masklen(_address, 64))::inet;
  end if;
  return encode(sha256(convert_to((select secret from forecourt.network_secret) || host(_address), 'UTF8')), 'base64');
exception when invalid_text_representation then
  return 'unknown';
end
$$;
revoke all on function forecourt.caller_network() from public;
grant execute on function forecourt.caller_network() to anon, authenticated, service_role;

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
