set check_function_bodies = off;

-- Adds an alert about a vehicle (`vehicle_id`) or a search (`search`, `path` and `label`). `_is_owner` says that the caller
-- has proved that the address is theirs; otherwise the alert waits for its owner to confirm it. Returns 'asked', whether or not the address has alerts already, 'gone' if visitors cannot
-- see the vehicle, 'full' to an owner with too many alerts, or 'busy' if too many addresses have been asked to confirm.
create or replace function forecourt.ask_for_alert(_email text, _about jsonb, _is_owner boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  _most_confirmed constant integer := 50;
  _most_unconfirmed constant integer := 10;
  _most_asked_a_day constant integer := 500;
  _vehicle_id constant uuid := _about ->> 'vehicle_id';
  _subscriber forecourt.alert_subscribers;
begin
  if _vehicle_id is null then
    -- Refuses conditions that it does not know.
    perform forecourt.vehicles_matching(_about -> 'search', '{}');
  elsif not exists (select from public.vehicles where id = _vehicle_id and not hidden) then
    return 'gone';
  end if;
  if not _is_owner and (
    select count(*) from forecourt.alert_subscribers where asked_at > now() - interval '1 day'
  ) >= _most_asked_a_day then
    return 'busy';
  end if;
  insert into forecourt.alert_subscribers (email) values (lower(_email)) on conflict (email) do nothing;
  select * into strict _subscriber from forecourt.alert_subscribers where email = lower(_email) for update;
  if _is_owner and (
    select count(*) from forecourt.alerts where subscriber_id = _subscriber.id and confirmed_at is not null
  ) >= _most_confirmed then
    return 'full';
  end if;

  if _vehicle_id is not null then
    insert into forecourt.alerts as a (subscriber_id, vehicle_id, confirmed_at, known_price, known_sold)
    select _subscriber.id, v.id, case when _is_owner then now() end, forecourt.shown_price(v), v.sold
    from public.vehicles v where v.id = _vehicle_id
    on conflict (subscriber_id, vehicle_id) do update set confirmed_at = now(), is_due = true
    where a.confirmed_at is null and _is_owner;
  else
    insert into forecourt.alerts as a (subscriber_id, confirmed_at, search, path, label)
    values (_subscriber.id, case when _is_owner then now() end, _about -> 'search', _about ->> 'path', _about ->> 'label')
    on conflict (subscriber_id, path) do update set confirmed_at = now(), is_due = true
    where a.confirmed_at is null and _is_owner;
  end if;
  if _is_owner then
    return 'asked';
  end if;

  -- The newest stay, so that nobody can use up another person's places.
  delete from forecourt.alerts where id in (
    select id from forecourt.alerts where subscriber_id = _subscriber.id and confirmed_at is null
    order by created_at desc, id offset _most_unconfirmed);
  if coalesce(_subscriber.asked_at, '-infinity') <= now() - interval '1 day' and exists (
    select from forecourt.alerts where subscriber_id = _subscriber.id and confirmed_at is null
  ) and not exists (
    select from public.email_outbox
    where recipient = _subscriber.email and template = 'alert-confirmation' and status in ('pending', 'sending')
  ) then
    update forecourt.alert_subscribers set asked_at = now() where id = _subscriber.id;
    insert into public.email_outbox (template, recipient, data, expires_at) values ('alert-confirmation',
      _subscriber.email, jsonb_build_object('token', _subscriber.token), now() + forecourt.alert_confirmation_lifetime());
  end if;
  return 'asked';
end
$$;

reset check_function_bodies;
