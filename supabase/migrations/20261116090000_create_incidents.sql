-- What went wrong without anyone at the screen: one row a kind, counted, until an admin has seen it or it is over.
create table public.incidents (
  kind text primary key check (kind ~ '^[a-z][a-z-]{2,49}$'),
  detail text not null default '' check (length(detail) <= 500),
  count integer not null default 1 check (count > 0),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);

alter table public.incidents enable row level security;
revoke all on public.incidents from anon, authenticated;
grant select, delete on public.incidents to authenticated;
grant all on public.incidents to service_role;

create policy "admins read the incidents" on public.incidents
  for select to authenticated using ((select public.is_admin()));
create policy "admins put an incident aside" on public.incidents
  for delete to authenticated using ((select public.is_admin()));
