-- What several processes of the service must agree on.
create unlogged table forecourt.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on forecourt.rate_limits (expire);

create table forecourt.captcha_passes (
  hash text primary key,
  uses integer not null default 0,
  expires_at timestamptz not null
);
create index captcha_passes_expires_at_idx on forecourt.captcha_passes (expires_at);

-- Things done once in the life of a database, such as filling in the demo stock.
create table forecourt.markers (
  name text primary key,
  done_at timestamptz not null default now()
);
