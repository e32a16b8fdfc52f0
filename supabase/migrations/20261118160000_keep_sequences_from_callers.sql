-- Hosted projects give new sequences to everyone. Rows get their numbers without that.
revoke all on all sequences in schema public from anon, authenticated;
