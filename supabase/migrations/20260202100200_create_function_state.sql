-- What a function remembers between calls and restarts, such as Instagram's refreshed token and last good answer.
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
