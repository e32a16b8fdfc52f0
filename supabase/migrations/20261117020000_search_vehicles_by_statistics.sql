-- What the list filters and searches. Behind row-level security the planner may not look at the statistics of what a pattern or a
-- price matches, even where the policy is `true`, and takes "warranty", which stands in half of all rows, for a word of ten: it then
-- reads every match, and sorts them all, to show the newest twenty. So this view reads with its owner's rights, on purpose: each row
-- of listed_vehicles, and each of its columns, is for everyone, and reading is all that anyone may do here.
create view public.searched_vehicles as select l.* from public.listed_vehicles l;
revoke all on public.searched_vehicles from public, anon, authenticated, service_role;
grant select on public.searched_vehicles to anon, authenticated, service_role;
