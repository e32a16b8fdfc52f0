-- Callers of a hosted project are stopped from deleting without a condition, in functions too.
create or replace function public.release_outgoing() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  delete from forecourt.outgoing_hold where true;
  if not found then
    return false;
  end if;
  perform forecourt.record_activity('outgoing_released', 'Mails and listings released after a restore');
  perform pg_catalog.pg_notify('email_outbox', 'now');
  perform pg_catalog.pg_notify('autotrader_syncs', 'now');
  return true;
end
$$;
