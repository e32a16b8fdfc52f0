create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  email text not null default '' check (length(email) <= 320),
  phone text not null default '' check (length(phone) <= 50),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_created_at_idx on public.profiles (created_at desc);
create index profiles_email_idx on public.profiles (email);

-- Both roles are told from the caller's own row, so that one row a user is enough; no row means user.
create table public.user_roles (
  user_id uuid primary key references public.profiles on delete cascade,
  role text not null default 'user' check (role in ('user', 'admin'))
);
create index user_roles_admins_idx on public.user_roles (user_id) where role = 'admin';

create trigger profiles_touch before update on public.profiles
  for each row when (new is distinct from old) execute function forecourt.touch_updated_at();
create trigger profiles_changed after insert or update or delete on public.profiles
  for each statement execute function forecourt.notify_change();
create trigger user_roles_changed after insert or update or delete on public.user_roles
  for each statement execute function forecourt.notify_change();
