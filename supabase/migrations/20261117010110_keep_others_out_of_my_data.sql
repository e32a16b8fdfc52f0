-- What an admin did to others is noted under their names. Whoever was an admin once must not carry those away: of such
-- entries one's data has the kind and the time alone.
create function forecourt.is_about_me(_kind text, _subject_id uuid, _email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select _subject_id = auth.uid()
    or _kind like 'vehicle%' or _kind = 'settings_saved'
    or exists (select from public.enquiries where id = _subject_id and email = _email)
    or exists (select from public.test_drives where id = _subject_id and email = _email)
$$;
revoke all on function forecourt.is_about_me(text, uuid, text) from public;

create or replace function public.my_data() returns jsonb
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
      select jsonb_agg(jsonb_build_object(
        'kind', a.kind, 'created_at', a.created_at,
        'summary', case when forecourt.is_about_me(a.kind, a.subject_id, _email) then a.summary end) order by a.id desc)
      from (
        select * from public.activity where subject_id = auth.uid() or actor_id = auth.uid() order by id desc limit _max
      ) a), '[]')
  );
end
$$;
