-- The way back for somebody who lost their phone: another admin, who used their own second step, takes theirs away.
alter table public.activity drop constraint activity_kind_check;
alter table public.activity add constraint activity_kind_check check (kind in (
  'vehicle_added', 'vehicle_updated', 'vehicle_sold', 'vehicle_deleted', 'enquiry', 'test_drive', 'contact_message',
  'customer_registered', 'customer_disabled', 'customer_enabled', 'settings_saved', 'second_steps_reset'
));

create function forecourt.record_second_steps_reset(_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select forecourt.record_activity('second_steps_reset',
    coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), nullif(email, ''), 'Somebody')
      || ': two-step verification reset')
  from public.profiles where id = _user_id
$$;

-- Sessions end, too: whoever has the phone may be signed in by it.
create function forecourt.drop_second_steps(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _was_verified boolean := exists (
    select from auth.mfa_factors where user_id = _user_id and status = 'verified'
  );
begin
  delete from auth.mfa_factors where user_id = _user_id;
  if _was_verified then
    delete from auth.sessions where user_id = _user_id;
    perform forecourt.record_second_steps_reset(_user_id);
  end if;
end
$$;
revoke all on function forecourt.record_second_steps_reset(uuid), forecourt.drop_second_steps(uuid) from public;

create function public.reset_second_steps(_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(auth.role(), '') <> 'service_role' then
    if not (public.is_admin() and forecourt.used_second_step()) then
      raise exception 'Only an administrator who used a second step may do this.' using errcode = '42501';
    end if;
    if _user_id = auth.uid() then
      raise exception 'Your own second steps are removed in your account.' using errcode = 'P0001';
    end if;
  end if;
  if not exists (select from public.profiles where id = _user_id) then
    raise exception 'Account not found' using errcode = 'PT404';
  end if;
  perform forecourt.drop_second_steps(_user_id);
end
$$;
revoke all on function public.reset_second_steps(uuid) from public, anon;
grant execute on function public.reset_second_steps(uuid) to authenticated, service_role;
