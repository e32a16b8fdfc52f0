-- A colleague is invited by an admin: the invitation makes the account, and this makes it an admin's.
alter table public.activity drop constraint activity_kind_check;
alter table public.activity add constraint activity_kind_check check (kind in (
  'vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_deleted', 'enquiry', 'test_drive', 'contact_message',
  'customer_registered', 'customer_disabled', 'customer_enabled', 'account_deleted', 'second_steps_reset', 'settings_saved',
  'outgoing_released', 'admin_invited'
));

-- Only an account that waits for its first password: with one that a stranger chose, who holds the address would open the
-- back office to the stranger.
create function public.welcome_colleague(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if not exists (
    select from auth.users where id = _user_id and invited_at is not null and email_confirmed_at is null
      and coalesce(encrypted_password, '') = ''
  ) then
    raise exception 'This account is not waiting for an invitation.' using errcode = 'PT409';
  end if;
  insert into public.user_roles (user_id, role) values (_user_id, 'admin')
    on conflict (user_id) do update set role = excluded.role;
  perform forecourt.record_activity('admin_invited', format('%s invited as an admin', email), null, id)
  from public.profiles where id = _user_id;
end
$$;
revoke all on function public.welcome_colleague(uuid) from public, anon;
grant execute on function public.welcome_colleague(uuid) to authenticated, service_role;
