-- A login that may become authenticator serves callers from connections without rights of their own. Where an administrator
-- made the roles, that is theirs to grant; the service works without.
do $$
begin
  execute format('grant authenticator to %I', current_user);
exception when insufficient_privilege or undefined_object or invalid_grant_operation then
  null;
end
$$;
