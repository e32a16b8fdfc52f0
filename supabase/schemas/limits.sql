-- Rate limits, captcha passes and function state, shared by all processes.

-- Rate limits that all of the service's processes share.
create unlogged table forecourt.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on forecourt.rate_limits (expire);

-- A pass is created from a captcha token for one submission of one form. Each call in the submission (the insert, the
-- customer's email, the dealer's email) may use it once.
create table forecourt.captcha_passes (
  hash text primary key,
  expires_at timestamptz not null,
  action text not null,
  calls text[] not null default '{}'
);
create index captcha_passes_expires_at_idx on forecourt.captcha_passes (expires_at);

-- How often functions have been called: one row per key, such as a hashed network.
create table public.function_limits (
  key text primary key check (length(key) <= 400),
  used integer not null,
  resets_at timestamptz not null
);
alter table public.function_limits enable row level security;
create index function_limits_resets_at_idx on public.function_limits (resets_at); -- the clean-up in take_limit
revoke all on public.function_limits from anon, authenticated;
grant select, insert, update, delete on public.function_limits to service_role;

-- Counts one use. Returns false if there have been more than _max uses in a window of _seconds, which starts with the
-- first use.
create function public.take_limit(_key text, _max integer, _seconds integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  _used integer;
begin
  if random() < 0.01 then
    delete from public.function_limits where resets_at < now();
  end if;
  insert into public.function_limits as l (key, used, resets_at)
  values (_key, 1, now() + make_interval(secs => _seconds))
  on conflict (key) do update set
    used = case when l.resets_at <= now() then 1 else least(l.used + 1, _max + 1) end,
    resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
  returning l.used into _used;
  return _used <= _max;
end
$$;
revoke execute on function public.take_limit(text, integer, integer) from public, anon, authenticated;
grant execute on function public.take_limit(text, integer, integer) to service_role;

-- State that functions keep between calls and restarts, such as Instagram's refreshed token and last good response.
create table public.function_state (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
alter table public.function_state enable row level security;

revoke all on public.function_state from anon, authenticated;
grant select, insert, update on public.function_state to service_role;

create function public.load_function_state(_key text) returns jsonb
language sql stable set search_path = '' as $$
  select value from public.function_state where key = _key
$$;

create function public.save_function_state(_key text, _value jsonb) returns void
language sql set search_path = '' as $$
  insert into public.function_state (key, value) values (_key, _value)
  on conflict (key) do update set value = excluded.value, updated_at = now()
$$;
revoke execute on function public.load_function_state(text), public.save_function_state(text, jsonb)
  from public, anon, authenticated;
grant execute on function public.load_function_state(text), public.save_function_state(text, jsonb) to service_role;

-- The key for hashing networks on a hosted project, where the database sees IP addresses. Only caller_network reads it.
create table forecourt.network_secret (
  secret text primary key default gen_random_uuid()::text || gen_random_uuid()::text
);

revoke all on forecourt.network_secret from public, anon, authenticated;

-- Our own server passes the hash as a claim, which overrides any in the token. On a hosted project the address comes
-- from the request headers: from Cloudflare's header or, failing that, the first forwarded address. IPv6 addresses are
-- counted by their /64.
create function forecourt.caller_network() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  _claimed text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'forecourt_network';
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _address inet;
begin
  if _claimed is not null then
    return _claimed;
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

-- 'used': the call may proceed. 'spent': the token is known but not valid for this call. 'unknown': it must be checked
-- first. A pass is valid for two minutes; its row is kept for an hour, so that the same token cannot be checked again.
create function public.take_captcha_pass(_hash text, _action text, _call text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  update forecourt.captcha_passes set calls = array_append(calls, _call)
  where hash = _hash and action = _action and not (_call = any (calls)) and expires_at > now() + interval '58 minutes';
  if found then
    return 'used';
  end if;
  return case when exists (select from forecourt.captcha_passes where hash = _hash) then 'spent' else 'unknown' end;
end
$$;

-- Returns false if another call has just created the pass.
create function public.create_captcha_pass(_hash text, _action text, _calls text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if random() < 0.01 then
    delete from forecourt.captcha_passes where expires_at < now();
  end if;
  insert into forecourt.captcha_passes (hash, action, calls, expires_at)
  values (_hash, _action, _calls, now() + interval '1 hour')
  on conflict (hash) do nothing;
  return found;
end
$$;
revoke execute on function public.take_captcha_pass(text, text, text), public.create_captcha_pass(text, text, text[])
  from public, anon, authenticated;
grant execute on function public.take_captcha_pass(text, text, text), public.create_captcha_pass(text, text, text[])
  to service_role;
