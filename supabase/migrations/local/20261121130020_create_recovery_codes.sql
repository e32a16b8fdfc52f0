-- Recovery codes for two-step verification, as keyed hashes; a used one is deleted. Our own auth server's alone: a hosted
-- project has no such codes.
create table auth.mfa_recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table auth.mfa_recovery_codes enable row level security;
revoke all on auth.mfa_recovery_codes from public, anon, authenticated, service_role;

-- Codes are for an account that has a second step; without one they would open it again later.
create function auth.drop_recovery_codes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.mfa_factors where user_id = old.user_id and status = 'verified') then
    delete from auth.mfa_recovery_codes where user_id = old.user_id;
  end if;
  return null;
end
$$;
revoke all on function auth.drop_recovery_codes() from public;

create trigger mfa_factors_drop_recovery_codes after delete on auth.mfa_factors
  for each row execute function auth.drop_recovery_codes();
