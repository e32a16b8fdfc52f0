-- Codes are typed beside the number that an account is to have.
create index users_phone_change_idx on auth.users (phone_change) where phone_change <> '';
