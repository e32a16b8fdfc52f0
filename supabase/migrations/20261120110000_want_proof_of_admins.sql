-- Somebody has shown that the account's address is theirs: autoconfirm and a provider's mere word do not.
create function forecourt.is_proved(_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = _user_id and confirmed_at is not null)
    and not exists (select from forecourt.unproved_emails where user_id = _user_id)
$$;
revoke all on function forecourt.is_proved(uuid) from public;

-- Whoever else holds the account of a colleague's address, or chose its password, would be the admin.
create function forecourt.require_proof_of_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.users where id = new.user_id and confirmed_at is not null) then
    raise exception 'This account waits for its confirmation. Invite your colleague instead.' using errcode = 'P0001';
  end if;
  if not forecourt.is_proved(new.user_id) then
    raise exception
      'Nobody has shown yet that this account’s address is theirs. Your colleague can, by “Forgot password” and its e-mail.'
      using errcode = 'P0001';
  end if;
  return new;
end
$$;
revoke all on function forecourt.require_proof_of_admin() from public;

-- By its name after user_roles_guard: a customer must not learn here whose address is proved.
create trigger user_roles_proof_added before insert on public.user_roles
  for each row when (new.role = 'admin') execute function forecourt.require_proof_of_admin();
create trigger user_roles_proof_changed before update on public.user_roles
  for each row when (new.role = 'admin' and (old.role <> 'admin' or new.user_id <> old.user_id))
  execute function forecourt.require_proof_of_admin();
