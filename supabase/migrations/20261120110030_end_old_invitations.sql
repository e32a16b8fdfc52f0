-- The role was given when the invitation was sent. Whoever has not accepted it in time is no admin; the others may still.
with waiting as (
  delete from public.user_roles using auth.users
  where users.id = user_roles.user_id and user_roles.role = 'admin'
    and users.invited_at is not null and users.confirmed_at is null
  returning users.id, users.invited_at
)
insert into forecourt.invitations (user_id, sent_at) select id, invited_at from waiting
where invited_at > now() - forecourt.invitation_lifetime();
