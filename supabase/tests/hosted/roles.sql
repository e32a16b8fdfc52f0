-- A hosted project before its owner's first migration, as far as our migrations depend on it. It is created by the
-- superuser supabase_admin, following the published sources of supabase/postgres, supabase/auth and supabase/storage.
create role anon nologin inherit;
create role authenticated nologin inherit;
create role service_role nologin inherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit;
create role supabase_storage_admin login noinherit;
create role dashboard_user nologin createdb createrole replication;
grant anon, authenticated, service_role to authenticator, supabase_storage_admin;
-- The owner of a project is not a superuser and does not own auth or storage.
create role postgres login nosuperuser createdb createrole replication bypassrls;
grant anon, authenticated, service_role to postgres with admin option;
alter role postgres set search_path to "$user", public, extensions;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
create database project owner postgres;
