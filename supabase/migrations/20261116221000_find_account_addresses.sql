-- The address that an account signs in with: for a reset by an admin. The profile's is for contact and may be another.
create function public.find_account_email(_user_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'Only admins may do this';
  end if;
  return (select email from auth.users where id = _user_id);
end
$$;
revoke execute on function public.find_account_email(uuid) from public, anon;
grant execute on function public.find_account_email(uuid) to authenticated, service_role;
