-- What is done every so often, by one process at a time: when the next round is, and who is at it. The time outlives a
-- restart, so that a service that is restarted often still gets to its rounds.
create table forecourt.job_rounds (
  name text primary key,
  next_at timestamptz not null,
  locked_until timestamptz,
  attempts integer not null default 0,
  last_error text
);
