-- A profile for every account. Metadata is whatever the sign-up form sent: cut to size, never a reason to fail.
create function forecourt.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _meta jsonb := coalesce(new.raw_user_meta_data, '{}');
  _full_name text := trim(coalesce(_meta ->> 'name', _meta ->> 'full_name', ''));
  _first_name text := trim(coalesce(_meta ->> 'first_name', split_part(_full_name, ' ', 1)));
  _last_name text := trim(coalesce(_meta ->> 'last_name', substr(_full_name, length(split_part(_full_name, ' ', 1)) + 2)));
  _phone text := trim(coalesce(nullif(_meta ->> 'phone', ''), new.phone, ''));
begin
  insert into public.profiles (id, first_name, last_name, email, phone)
  values (new.id, left(_first_name, 100), left(_last_name, 100), lower(coalesce(new.email, '')), left(_phone, 50))
  on conflict (id) do nothing;

  if new.email is not null and new.email_confirmed_at is null and not new.is_anonymous then
    perform forecourt.queue_mail('admin-notification', null, jsonb_build_object(
      'enquiryType', 'registration',
      'customerName', left(trim(concat_ws(' ', _first_name, _last_name)), 200),
      'customerEmail', new.email,
      'customerPhone', coalesce(nullif(left(_phone, 50), ''), 'Not provided'),
      'message', 'A new user has registered on the website.'
    ), format('registration:%s:admin', new.id));
  end if;
  return null;
end
$$;

create trigger on_auth_user_created after insert on auth.users
  for each row execute function forecourt.create_profile();

-- The profile shows the address that the account has; what a user owns is decided by auth.users alone.
create function forecourt.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = lower(coalesce(new.email, '')) where id = new.id;
  return null;
end
$$;

create trigger on_auth_user_email_changed after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function forecourt.follow_email();
