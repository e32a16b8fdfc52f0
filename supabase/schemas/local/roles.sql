-- The roles on a hosted project. Roles belong to the whole server, so they may already have been created for another
-- database.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit')
    ) as roles (name, attributes)
  loop
    begin
      if not exists (select from pg_roles where rolname = wanted.name) then
        execute format('create role %I %s', wanted.name, wanted.attributes);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another process has just created it
    end;
  end loop;
end
$$;

-- The service connects as the owner of the database and switches to the caller's role for each request.
do $$
begin
  grant anon, authenticated, service_role to authenticator;
  execute format('grant anon, authenticated, service_role to %I', current_user);
exception when insufficient_privilege then
  -- If an administrator created the roles, they also have to grant them to this role.
  if not (pg_has_role('anon', 'member') and pg_has_role('authenticated', 'member') and pg_has_role('service_role', 'member'))
  then
    raise exception 'The role % must be allowed to become anon, authenticated and service_role: grant them to it.', current_user;
  end if;
end
$$;

-- With the authenticator role, the service can handle callers' requests on connections that have no rights of their
-- own. An administrator who created the roles may grant it; the service also works without it.
do $$
begin
  execute format('grant authenticator to %I', current_user);
exception when insufficient_privilege or undefined_object or invalid_grant_operation then
  null;
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;
