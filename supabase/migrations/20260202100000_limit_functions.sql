-- How often the functions may be used: one row a key (a hashed address, a recipient, the day), shared by all processes.
create table public.function_limits (
  key text primary key check (length(key) <= 400),
  used integer not null,
  resets_at timestamptz not null
);
create index function_limits_resets_at_idx on public.function_limits (resets_at); -- the clean-up below
alter table public.function_limits enable row level security;
revoke all on public.function_limits from anon, authenticated;
grant select, insert, update, delete on public.function_limits to service_role;

-- Counts one use; false when more than _max fall into the window of _seconds that the first of them opened.
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
