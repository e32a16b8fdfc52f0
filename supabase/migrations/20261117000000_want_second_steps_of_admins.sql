-- Whether the caller may work as an admin, and if not, what is missing: 'none' is no admin, or a disabled one;
-- 'second-step' has one and did not use it yet; 'enrolment' has none where the setting wants one. Screens ask this; policies
-- ask is_admin().
create function public.admin_access() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not exists (
      select from public.user_roles
      join public.profiles on profiles.id = user_roles.user_id
      where user_roles.user_id = auth.uid() and user_roles.role = 'admin' and not profiles.disabled
    ) then 'none'
    when coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' then 'open'
    when exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then 'second-step'
    when exists (select from public.config where key = 'AdminsNeedTwoSteps' and value = 'true') then 'enrolment'
    else 'open'
  end
$$;
revoke all on function public.admin_access() from public, anon;
grant execute on function public.admin_access() to authenticated, service_role;

create or replace function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.admin_access() = 'open'
$$;

-- The caller has a second step and used it in this session.
create function forecourt.used_second_step() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
$$;

insert into forecourt.settings (key, readable_by) values ('AdminsNeedTwoSteps', 'admin') on conflict do nothing;
insert into public.config (key, value) values ('AdminsNeedTwoSteps', 'false') on conflict do nothing;

-- Whoever asks it of others has done it. Runs with the caller's rights, to tell the service from a person.
create function forecourt.guard_two_steps_setting() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not forecourt.used_second_step()
    -- The form saves all settings at once, also those that stay as they are.
    and not exists (select from public.config where key = new.key and value = 'true')
  then
    raise exception 'Turn on two-step verification for your own account first.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

create trigger config_guard_two_steps before insert or update on public.config
  for each row when (new.key = 'AdminsNeedTwoSteps' and new.value = 'true')
  execute function forecourt.guard_two_steps_setting();
