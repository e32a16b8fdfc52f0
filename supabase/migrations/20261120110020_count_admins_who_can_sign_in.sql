create view forecourt.active_admins as
  select profiles.id from public.user_roles
  join public.profiles on profiles.id = user_roles.user_id
  join auth.users on users.id = profiles.id
  where user_roles.role = 'admin' and not profiles.disabled and users.confirmed_at is not null;
revoke all on forecourt.active_admins from public, anon, authenticated;

create or replace function forecourt.keep_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _user_id uuid := (to_jsonb(old) ->> tg_argv[0])::uuid;
begin
  perform pg_catalog.pg_advisory_xact_lock(7022027);
  if exists (select from public.user_roles where user_id = _user_id and role = 'admin')
    and exists (select from public.profiles where id = _user_id and not disabled)
    -- Of an account that is being deleted nothing is left there by now.
    and not exists (select from auth.users where id = _user_id and confirmed_at is null)
    and not exists (select from forecourt.active_admins where id <> _user_id)
  then
    raise exception 'The last active administrator cannot be demoted, disabled or deleted.' using errcode = 'P0001';
  end if;
  return coalesce(new, old);
end
$$;

create or replace function public.first_steps() returns jsonb
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
    'admins', (select count(*) from forecourt.active_admins),
    'hasBackup', exists (select from forecourt.backups),
    'hasSentMail', exists (select from public.email_outbox where status = 'sent'),
    'testMail', (
      select jsonb_build_object('to', recipient, 'status', status, 'error', last_error, 'at', coalesce(sent_at, created_at))
      from public.email_outbox
      where template = 'test-mail' and recipient = (select email from auth.users where id = auth.uid())
      order by created_at desc limit 1));
end
$$;
