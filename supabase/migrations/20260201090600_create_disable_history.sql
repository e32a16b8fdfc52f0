create table public.customer_disable_history (
  id bigint primary key generated always as identity,
  customer_id uuid references public.profiles on delete set null,
  admin_id uuid references public.profiles on delete set null,
  customer_email text not null default '' check (length(customer_email) <= 320),
  admin_email text not null default '' check (length(admin_email) <= 320),
  action text not null check (action in ('disabled', 'enabled')),
  created_at timestamptz not null default now()
);
create index customer_disable_history_customer_id_idx on public.customer_disable_history (customer_id);
create index customer_disable_history_admin_id_idx on public.customer_disable_history (admin_id);

alter table public.customer_disable_history enable row level security;
revoke all on public.customer_disable_history from anon, authenticated;
grant select, insert on public.customer_disable_history to authenticated;
grant all on public.customer_disable_history to service_role;

create policy "admins read the history" on public.customer_disable_history
  for select to authenticated using ((select public.is_admin()));
-- No policy for update and delete: a history that can be rewritten proves nothing.
create policy "admins add to the history under their own name" on public.customer_disable_history
  for insert to authenticated with check ((select public.is_admin()) and admin_id = (select auth.uid()));

create trigger customer_disable_history_changed after insert or update or delete on public.customer_disable_history
  for each statement execute function forecourt.notify_change();
