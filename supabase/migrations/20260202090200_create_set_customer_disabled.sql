-- An account and its history change together: a disabled customer without a row that says by whom must not happen. Runs
-- with the caller's rights, so the policies of both tables decide.
create function public.set_customer_disabled(_customer_id uuid, _disabled boolean) returns void
language plpgsql set search_path = '' as $$
declare
  _email text;
begin
  if not forecourt.is_trusted() then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  update public.profiles set disabled = _disabled where id = _customer_id and disabled <> _disabled
    returning email into _email;
  if not found then
    if not exists (select from public.profiles where id = _customer_id) then
      raise exception 'Customer not found' using errcode = 'PT404';
    end if;
    return; -- another admin was first, and the history has their row
  end if;
  insert into public.customer_disable_history (customer_id, admin_id, customer_email, admin_email, action)
  values (
    _customer_id, auth.uid(), _email, coalesce((select email from public.profiles where id = auth.uid()), ''),
    case when _disabled then 'disabled' else 'enabled' end
  );
end
$$;

revoke all on function public.set_customer_disabled(uuid, boolean) from public, anon;
grant execute on function public.set_customer_disabled(uuid, boolean) to authenticated, service_role;
