-- A session that was raised by a recovery code can delete its account. The methods are SECOND_STEP_METHODS in
-- backend/src/auth/factors.ts.
create or replace function forecourt.has_just_proved_identity(_session_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.mfa_amr_claims
    where session_id = _session_id and updated_at > now() - interval '5 minutes' and (
      authentication_method in ('totp', 'mfa/phone', 'recovery_code')
      or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    )
  )
$$;
