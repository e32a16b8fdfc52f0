-- What happened lately, for the back office. Written by triggers alone.
create table public.activity (
  id bigint primary key generated always as identity,
  kind text not null check (kind in (
    'vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_deleted', 'enquiry', 'test_drive', 'contact_message',
    'customer_registered', 'customer_disabled', 'customer_enabled', 'settings_saved'
  )),
  summary text not null,
  vehicle_id uuid references public.vehicles on delete set null,
  actor_id uuid references public.profiles on delete set null,
  created_at timestamptz not null default now()
);
create index activity_created_at_idx on public.activity (created_at desc, id desc);
create index activity_vehicle_id_idx on public.activity (vehicle_id);
create index activity_actor_id_idx on public.activity (actor_id);

alter table public.activity enable row level security;
revoke all on public.activity from anon, authenticated;
grant select on public.activity to authenticated;
grant all on public.activity to service_role;

create policy "admins read the activity" on public.activity
  for select to authenticated using ((select public.is_admin()));

create trigger activity_changed after insert or update or delete on public.activity
  for each statement execute function forecourt.notify_change();

create function forecourt.record_activity(_kind text, _summary text, _vehicle_id uuid default null) returns void
language sql security definer set search_path = '' as $$
  insert into public.activity (kind, summary, vehicle_id, actor_id)
  values (_kind, _summary, _vehicle_id, (select id from public.profiles where id = auth.uid()))
$$;
revoke all on function forecourt.record_activity(text, text, uuid) from public;
