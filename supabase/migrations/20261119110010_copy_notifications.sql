-- The dealer's own notification is one mail for each who is to hear of it, queued by the insert itself: each is tried, refused,
-- held and put aside alone, and none is sent twice because another failed.

-- Who hears beside the admin email; of every kind with null. Whatever an admin has written there, a lead is kept: what is no
-- list is nobody, and more than five are not read.
create function forecourt.further_recipients(_kind text) returns table (place bigint, address text)
language plpgsql stable security definer set search_path = '' as $$
declare
  _most constant integer := 5;
  _longest constant integer := 254;
  _items jsonb;
begin
  begin
    select value::jsonb into _items from public.config where key = 'NOTIFY_ALSO';
  exception when others then
    return;
  end;
  if jsonb_typeof(_items) is distinct from 'array' then
    return;
  end if;
  return query
    select distinct on (lower(trim(item ->> 'address'))) n, trim(item ->> 'address')
    from jsonb_array_elements(_items) with ordinality as items (item, n)
    where n <= _most and position('@' in item ->> 'address') > 0 and length(item ->> 'address') <= _longest
      and (_kind is null or item ->> 'about' in ('everything', _kind))
    order by lower(trim(item ->> 'address')), n;
end
$$;
revoke all on function forecourt.further_recipients(text) from public;

-- A notification and its copies, by their keys.
create function forecourt.notification_keys(_key text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(_key || suffix) from unnest(array['', ':1', ':2', ':3', ':4', ':5']) as suffix
$$;
revoke all on function forecourt.notification_keys(text) from public;
grant execute on function forecourt.notification_keys(text) to service_role;

create index email_outbox_copies_idx on public.email_outbox (created_at desc)
  where template = 'admin-notification' and recipient is not null;

-- What is switched off is queued for nobody. The admin email hears of all else, always; the copies have a ceiling, because
-- anyone can leave a lead and each makes as many mails as there are names on the list.
create or replace function forecourt.queue_mail(_template text, _recipient text, _data jsonb, _dedupe_key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _most_copies_a_day constant integer := 500;
  _kind text := case when _template = 'admin-notification' then _data ->> 'enquiryType' end;
  _main text;
begin
  if exists (
    select from public.config where key = 'NOTIFY_' || upper(replace(_kind, '-', '_')) and value = 'false'
  ) then
    return;
  end if;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  values (_template, _recipient, jsonb_strip_nulls(_data), _dedupe_key)
  on conflict (dedupe_key) do nothing;
  if _kind is null or exists (
    select from public.email_outbox
    where template = 'admin-notification' and recipient is not null and created_at > now() - interval '1 day'
    order by created_at desc offset _most_copies_a_day - 1 limit 1
  ) then
    return;
  end if;
  -- As the worker finds it: the company's address stands in for the admin's.
  select lower(trim(value)) into _main from public.config
  where key in ('ADMIN_EMAIL', 'COMPANY_EMAIL') and trim(value) <> '' order by key limit 1;
  insert into public.email_outbox (template, recipient, data, dedupe_key)
  select _template, further.address, jsonb_strip_nulls(_data), _dedupe_key || ':' || further.place
  from forecourt.further_recipients(_kind) further
  where lower(further.address) is distinct from _main
  on conflict (dedupe_key) do nothing;
end
$$;

-- Whoever is taken off the list gets nothing that still waits: it tells of customers.
create function forecourt.forget_former_recipients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.email_outbox
  where template = 'admin-notification' and recipient is not null and status in ('pending', 'failed')
    and lower(recipient) not in (select lower(further.address) from forecourt.further_recipients(null) further);
  return null;
end
$$;
revoke all on function forecourt.forget_former_recipients() from public;

create trigger config_forget_recipients after update or delete on public.config
  for each row when (old.key = 'NOTIFY_ALSO') execute function forecourt.forget_former_recipients();

-- The copies get the number, too.
create or replace function public.add_contact_phone(_email text, _phone text) returns void
language sql set search_path = '' as $$
  with completed as (
    update public.contact_messages set phone = _phone
    where email = lower(_email) and phone = '' and created_at > now() - interval '10 minutes'
    returning id
  )
  update public.email_outbox set data = data || jsonb_build_object('customerPhone', _phone)
  where dedupe_key in (
      select unnest(forecourt.notification_keys('contact:' || completed.id || ':admin')) from completed
    ) and status = 'pending'
$$;
