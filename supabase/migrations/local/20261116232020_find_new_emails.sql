-- Codes are typed beside the address that an account is to have.
create index users_email_change_idx on auth.users (email_change) where email_change <> '';
