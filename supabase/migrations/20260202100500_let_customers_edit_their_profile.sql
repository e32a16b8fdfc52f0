-- Customers correct their own name and phone; the rest of a profile is an administrator's to change.
create policy "customers change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) and not disabled)
  with check (id = (select auth.uid()) and not disabled);

create trigger profiles_address_guard before update of email, created_at on public.profiles
  for each row when (new.email is distinct from old.email or new.created_at is distinct from old.created_at)
  execute function forecourt.require_trusted();
