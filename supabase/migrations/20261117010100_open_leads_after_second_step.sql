-- A second step that customers set up guards what is theirs: a password alone neither opens their leads nor changes their
-- profile. Sending a new enquiry stays possible, which opens nothing.
create function forecourt.second_step_done() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
$$;

alter policy "customers read their own enquiries" on public.enquiries
  using (email = (select forecourt.own_email()) and (select forecourt.second_step_done()));
alter policy "customers read their own test drives" on public.test_drives
  using (email = (select forecourt.own_email()) and (select forecourt.second_step_done()));
alter policy "customers change their own profile" on public.profiles
  using (id = (select auth.uid()) and not disabled and (select forecourt.second_step_done()))
  with check (id = (select auth.uid()) and not disabled and (select forecourt.second_step_done()));

-- The entry is about somebody, whose name goes with their account.
create or replace function forecourt.record_second_steps_reset(_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select forecourt.record_activity(
    'second_steps_reset', forecourt.name_of(profiles) || ': two-step verification reset', null, profiles.id)
  from public.profiles where id = _user_id
$$;
