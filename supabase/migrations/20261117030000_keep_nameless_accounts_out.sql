-- An entry names its subject, and accounts without a name (anonymous sign-in) are no customers who registered.
create or replace function forecourt.record_profile_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _done text := case when tg_op = 'INSERT' then 'registered' when new.disabled then 'disabled' else 'enabled' end;
begin
  if tg_op = 'INSERT' and exists (select from auth.users where id = new.id and is_anonymous) then
    return null;
  end if;
  perform forecourt.record_activity(
    'customer_' || _done, forecourt.name_of(new) || ' ' || _done, null, new.id);
  return null;
end
$$;
