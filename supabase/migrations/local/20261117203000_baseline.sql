-- What a hosted project already has, for our own server: never applied to a hosted project. Made from supabase/schemas when 140
-- migrations were replaced; like every migration it never changes. Read the schema there.

set check_function_bodies = off;

-- == local/roles.sql

-- The roles that a hosted project brings along. They belong to the whole server, so another database may have made them.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit')
    ) as roles (name, attributes)
  loop
    begin
      if not exists (select from pg_roles where rolname = wanted.name) then
        execute format('create role %I %s', wanted.name, wanted.attributes);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another process made it in the same moment
    end;
  end loop;
end
$$;

-- The service connects as the owner of the database and becomes the caller's role for each request.
do $$
begin
  grant anon, authenticated, service_role to authenticator;
  execute format('grant anon, authenticated, service_role to %I', current_user);
exception when insufficient_privilege then
  -- An administrator made the roles: they must have granted them, too.
  if not (pg_has_role('anon', 'member') and pg_has_role('authenticated', 'member') and pg_has_role('service_role', 'member'))
  then
    raise exception 'The role % must be allowed to become anon, authenticated and service_role: grant them to it.', current_user;
  end if;
end
$$;

-- A login that may become authenticator serves callers from connections without rights of their own. Where an administrator
-- made the roles, that is theirs to grant; the service works without.
do $$
begin
  execute format('grant authenticator to %I', current_user);
exception when insufficient_privilege or undefined_object or invalid_grant_operation then
  null;
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

-- == local/auth.sql

-- The auth schema as hosted projects have it. Only the service reads and writes these tables.
create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb default '{}',
  raw_user_meta_data jsonb default '{}',
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where not is_sso_user;
-- Codes are typed beside the address or number that an account is to have.
create index users_email_change_idx on auth.users (email_change) where email_change <> '';
create index users_phone_change_idx on auth.users (phone_change) where phone_change <> '';

create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  factor_id uuid,
  aal auth.aal_level default 'aal1',
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);
create index sessions_user_id_idx on auth.sessions (user_id);

-- `token` and `parent` hold hashes here, never a token that could be used.
create table auth.refresh_tokens (
  instance_id uuid,
  id bigint primary key generated by default as identity,
  token varchar(255) unique,
  user_id varchar(255),
  revoked boolean default false,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  parent varchar(255),
  session_id uuid references auth.sessions on delete cascade
);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  otp_code text,
  web_authn_session_data jsonb
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  id uuid primary key default gen_random_uuid(),
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (token_hash <> ''),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now()
);
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index one_time_tokens_token_hash_idx on auth.one_time_tokens (token_hash);

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  referrer text
);
create index flow_state_auth_code_idx on auth.flow_state (auth_code);

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

-- Who asks: read from the settings that the service makes for each request, as on hosted projects.
create function auth.jwt() returns jsonb
language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

create function auth.uid() returns uuid
language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create function auth.role() returns text
language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create function auth.email() returns text
language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

-- == local/storage.sql

-- The storage schema as hosted projects have it: what is stored where. The bytes lie in a folder or on S3.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

create function storage.foldername(name text) returns text[]
language sql immutable as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;

create function storage.filename(name text) returns text
language sql immutable as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

create function storage.extension(name text) returns text
language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- Since when a stored picture is shown by no vehicle; the service removes it a day later. Ours alone: a hosted project
-- does not run our collector.
create table storage.unreferenced_objects (
  object_id uuid primary key references storage.objects on delete cascade,
  since timestamptz not null
);
alter table storage.unreferenced_objects enable row level security;

-- Objects that were removed and lie in the trash: what their row was, so that it can come back with the file, and that
-- somebody meant to remove them. A file that is neither here nor among the objects is one that nobody can explain. Ours
-- alone: a hosted project has no trash.
create table storage.removed_objects (
  bucket_id text not null,
  name text not null,
  object jsonb not null,
  removed_at timestamptz not null default now(),
  -- A vehicle was saved with it since: it comes back when it is next asked for, and with the next round at the latest.
  is_wanted boolean not null default false,
  primary key (bucket_id, name)
);
alter table storage.removed_objects enable row level security;

create function storage.remember_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    insert into storage.removed_objects (bucket_id, name, object) values (old.bucket_id, old.name, to_jsonb(old))
    on conflict (bucket_id, name) do update set object = excluded.object, removed_at = now(), is_wanted = false;
  else
    delete from storage.removed_objects where bucket_id = new.bucket_id and name = new.name;
  end if;
  return null;
end
$$;

create trigger objects_removed after delete on storage.objects
  for each row when (old.bucket_id is not null and old.name is not null) execute function storage.remember_removed();
create trigger objects_added after insert on storage.objects
  for each row execute function storage.remember_removed();

-- Which pictures belong to this database: the same id stands in a file beside them, and without a match nothing is
-- cleared away.
create table storage.installation (
  is_only boolean primary key default true check (is_only),
  id uuid
);
alter table storage.installation enable row level security;
insert into storage.installation default values;

-- Every process keeps the buckets until it hears that they changed. Ours alone: on a hosted project nobody keeps them.
create function storage.tell_of_changed_buckets() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('forecourt_changes', 'storage.buckets');
  return null;
end
$$;
create trigger buckets_changed after insert or update or delete on storage.buckets
  for each statement execute function storage.tell_of_changed_buckets();

-- Names whose files somebody writes or clears away right now. Files lie outside of the database, where no transaction holds
-- them, and S3 takes longer than a transaction should stay open. A process that dies lets go when its time is over. Ours
-- alone: a hosted project has its own way.
create table storage.held_names (
  bucket_id text not null,
  name text not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (bucket_id, name)
);
alter table storage.held_names enable row level security;

reset check_function_bodies;
