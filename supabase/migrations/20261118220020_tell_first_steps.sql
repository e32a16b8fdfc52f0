-- How far a new dealer has come, from what is there: nothing of it is noted down but that it was hidden.
create function public.first_steps() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  _company jsonb;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  select coalesce(jsonb_object_agg(key, trim(value)), '{}') into _company from public.config
  where key in ('COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_OPENING_HOURS');
  return jsonb_build_object(
    -- What the demo, or a site without it, began with is nobody's own. Its hours may be another's, too.
    'hasName', coalesce(_company ->> 'COMPANY_NAME', '') not in ('', 'Your dealership', 'Halden & Rowe Motor Cars'),
    'hasAddress', coalesce(_company ->> 'COMPANY_ADDRESS', '') not in ('', '14 Lincoln Road, Peterborough, PE1 5BA'),
    'hasHours', coalesce(_company ->> 'COMPANY_OPENING_HOURS', '') <> '',
    -- Null while no logo can be set.
    'hasLogo', (
      select bool_or(coalesce(config.value, '') <> '') from forecourt.settings left join public.config using (key)
      where settings.key like 'BRAND\_LOGO%'),
    'isHidden', exists (select from forecourt.markers where name = 'first-steps-hidden'),
    -- One that came with the demo is the dealer's own when it was edited.
    'hasVehicle', exists (
      select from public.vehicles left join public.demo_vehicles on vehicle_id = id
      where vehicle_id is null or updated_at <> marked_at),
    'demoVehicles', (select count(*) from public.demo_stock where not is_used),
    'admins', (
      select count(*) from public.user_roles join public.profiles on profiles.id = user_roles.user_id
      where user_roles.role = 'admin' and not profiles.disabled),
    'hasBackup', exists (select from forecourt.backups),
    'hasSentMail', exists (select from public.email_outbox where status = 'sent'),
    'testMail', (
      select jsonb_build_object('to', recipient, 'status', status, 'error', last_error, 'at', coalesce(sent_at, created_at))
      from public.email_outbox
      where template = 'test-mail' and recipient = (select email from auth.users where id = auth.uid())
      order by created_at desc limit 1));
end
$$;

-- For all admins of the site.
create function public.hide_first_steps(_hidden boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  if _hidden then
    insert into forecourt.markers (name) values ('first-steps-hidden') on conflict do nothing;
  else
    delete from forecourt.markers where name = 'first-steps-hidden';
  end if;
end
$$;
revoke all on function public.first_steps(), public.hide_first_steps(boolean) from public, anon;
grant execute on function public.first_steps() to authenticated, service_role;
grant execute on function public.hide_first_steps(boolean) to authenticated;
