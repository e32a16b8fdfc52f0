-- The round of the collector is claimed like every other job's, in forecourt.job_rounds.
alter table storage.installation drop column collecting_until;
