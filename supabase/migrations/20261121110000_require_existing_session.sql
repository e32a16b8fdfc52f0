-- The signed-in user, while the session behind the access token exists. The token itself stays valid for up to an hour after
-- the session has ended, so policies ask this instead of auth.uid(). A token without a session counts as ended.
create function forecourt.session_user_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select user_id from auth.sessions
  where id = nullif(auth.jwt() ->> 'session_id', '')::uuid and user_id = auth.uid()
    and (not_after is null or not_after > now())
$$;
revoke all on function forecourt.session_user_id() from public;
grant execute on function forecourt.session_user_id() to anon, authenticated, service_role;
