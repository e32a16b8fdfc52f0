-- Accounts without a name (anonymous sign-in) are no customers who registered; strangers could fill the activity with them.
create or replace function forecourt.record_profile_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _name text := coalesce(nullif(trim(concat_ws(' ', new.first_name, new.last_name)), ''), nullif(new.email, ''), 'A customer');
begin
  if tg_op = 'INSERT' then
    if not exists (select from auth.users where id = new.id and is_anonymous) then
      perform forecourt.record_activity('customer_registered', _name || ' registered');
    end if;
  elsif new.disabled then
    perform forecourt.record_activity('customer_disabled', _name || ' disabled');
  else
    perform forecourt.record_activity('customer_enabled', _name || ' enabled');
  end if;
  return null;
end
$$;
