-- Details and role change together: a refusal of one must not leave an admin behind whom the screen shows as a customer.
-- Runs with the caller's rights, so the policies of both tables decide.
create function public.update_customer(
  _customer_id uuid, _first_name text, _last_name text, _email text, _phone text, _role text
) returns void
language plpgsql set search_path = '' as $$
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  update public.profiles set first_name = _first_name, last_name = _last_name, email = _email, phone = _phone,
    updated_at = now()
  where id = _customer_id;
  if not found then
    raise exception 'Customer not found' using errcode = 'PT404';
  end if;
  if _role <> coalesce((select role from public.user_roles where user_id = _customer_id), 'user') then
    insert into public.user_roles (user_id, role) values (_customer_id, _role)
      on conflict (user_id) do update set role = excluded.role;
  end if;
end
$$;

revoke all on function public.update_customer(uuid, text, text, text, text, text) from public, anon;
grant execute on function public.update_customer(uuid, text, text, text, text, text) to authenticated, service_role;
