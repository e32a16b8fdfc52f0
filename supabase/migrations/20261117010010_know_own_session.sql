-- The session that the caller holds, for what people do to their own account. It has to be there still: a token outlives its
-- session by up to an hour. An account with a second step must have used it.
create function forecourt.require_own_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  _session record;
begin
  select s.id, s.aal::text as aal, p.disabled into _session
  from auth.sessions s join public.profiles p on p.id = s.user_id
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid();
  if not found then
    raise exception 'Please sign in again.' using errcode = '42501';
  end if;
  if _session.disabled then
    raise exception 'There is a problem with your account, please reach out to us via contact page.' using errcode = '42501';
  end if;
  if coalesce(_session.aal, 'aal1') < 'aal2'
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
  then
    raise exception 'Please enter the code of your second step first.' using errcode = '42501';
  end if;
  return _session.id;
end
$$;
revoke all on function forecourt.require_own_session() from public;

create function public.my_sessions() returns table (
  id uuid, user_agent text, started_at timestamptz, last_used_at timestamptz, is_current boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  _own uuid := forecourt.require_own_session();
  _max constant integer := 50;
begin
  return query
    select s.id, coalesce(s.user_agent, ''), s.created_at,
      greatest(s.created_at, s.refreshed_at at time zone 'utc'), s.id = _own
    from auth.sessions s where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    order by s.id = _own desc, 4 desc
    limit _max;
end
$$;

-- Signs one of the caller's own devices out; false when it was signed out already.
create function public.end_my_session(_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform forecourt.require_own_session();
  delete from auth.sessions where id = _session_id and user_id = auth.uid();
  return found;
end
$$;

revoke all on function public.my_sessions(), public.end_my_session(uuid) from public, anon;
grant execute on function public.my_sessions(), public.end_my_session(uuid) to authenticated;
