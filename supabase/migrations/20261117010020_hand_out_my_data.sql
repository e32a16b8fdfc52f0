-- A person's messages and mails are looked up by their address.
create index contact_messages_email_idx on public.contact_messages (email, created_at desc);
create index email_outbox_to_idx on public.email_outbox (recipient, created_at desc) where recipient is not null;

-- Everything that is kept under the caller's account, as one document. What was sent under their address counts only where
-- they have proved that it is theirs. Nothing in it opens anything: no password, no token, no secret of a second step.
create function public.my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _max constant integer := 1000;
  _email text := forecourt.own_email();
begin
  perform forecourt.require_own_session();
  if not public.take_limit(format('my-data:%s', auth.uid()), 10, 3600) then
    raise exception 'You have downloaded your data several times within the hour. Please try again later.'
      using errcode = 'PT429';
  end if;
  return jsonb_build_object(
    'made_at', now(),
    'most_entries_of_a_list', _max,
    'account', (
      select jsonb_build_object(
        'id', u.id, 'email', u.email, 'new_email', nullif(u.email_change, ''), 'phone', u.phone,
        'role', coalesce((select role from public.user_roles where user_id = u.id), 'user'),
        'given_at_registration', u.raw_user_meta_data, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = auth.uid()),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = auth.uid()),
    'ways_to_sign_in', coalesce((
      select jsonb_agg(jsonb_build_object('provider', i.provider, 'email', i.email, 'data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at)
      from auth.identities i where i.user_id = auth.uid()), '[]'),
    'second_steps', coalesce((
      select jsonb_agg(jsonb_build_object('type', f.factor_type, 'name', f.friendly_name, 'phone', f.phone,
        'status', f.status, 'created_at', f.created_at) order by f.created_at)
      from auth.mfa_factors f where f.user_id = auth.uid()), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('device', s.user_agent, 'address', host(s.ip), 'started_at', s.created_at,
        'last_used_at', greatest(s.created_at, s.refreshed_at at time zone 'utc')) order by s.created_at desc)
      from (select * from auth.sessions where user_id = auth.uid() order by created_at desc limit _max) s), '[]'),
    'enquiries', coalesce((
      select jsonb_agg(to_jsonb(e) order by e.created_at desc)
      from (select * from public.enquiries where email = _email order by created_at desc limit _max) e), '[]'),
    'test_drives', coalesce((
      select jsonb_agg(to_jsonb(t) order by t.created_at desc)
      from (select * from public.test_drives where email = _email order by created_at desc limit _max) t), '[]'),
    'contact_messages', coalesce((
      select jsonb_agg(to_jsonb(m) order by m.created_at desc)
      from (select * from public.contact_messages where email = _email order by created_at desc limit _max) m), '[]'),
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('kind', o.template, 'status', o.status, 'created_at', o.created_at,
        'sent_at', o.sent_at) order by o.created_at desc)
      from (select * from public.email_outbox where recipient = _email order by created_at desc limit _max) o), '[]'),
    'disabled_and_enabled', coalesce((
      select jsonb_agg(jsonb_build_object('action', h.action, 'created_at', h.created_at) order by h.id)
      from (select * from public.customer_disable_history where customer_id = auth.uid() order by id limit _max) h), '[]'),
    'activity', coalesce((
      select jsonb_agg(jsonb_build_object('kind', a.kind, 'summary', a.summary, 'created_at', a.created_at) order by a.id desc)
      from (
        select * from public.activity where subject_id = auth.uid() or actor_id = auth.uid() order by id desc limit _max
      ) a), '[]')
  );
end
$$;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated;
