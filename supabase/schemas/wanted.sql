-- What visitors look for, so that the dealer knows what to buy: counts by week, without anything about who looked.
-- docs/decisions/0048-what-to-buy.md gives the reasons. Only the server writes the counts, and what_to_buy shows them.

-- A name that is not an address or a number: no characters that names do not have, and at most four digits.
create function forecourt.wanted_name(_text text) returns text
language sql immutable set search_path = '' as $$
  select _text where length(_text) between 1 and 40 and _text !~ '[]@:/\\<>"#?=_,;|(){}[$%^*~`]'
    and length(regexp_replace(_text, '[^0-9]', '', 'g')) <= 4
$$;
revoke all on function forecourt.wanted_name(text) from public, anon, authenticated, service_role;

-- The words that the search did not turn into conditions, if they can be part of a car's name. Letters and digits only, as
-- few digits as a model has, and no registration.
create function forecourt.wanted_words(_words jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with words as (
    select word, at from (
      select word ->> 0 as word, at from jsonb_array_elements(_words) with ordinality as given (word, at)
      where jsonb_typeof(word) = 'array'
    ) first_spellings
    where word ~ '^[a-z0-9 ]{2,30}$' and length(regexp_replace(word, '[^0-9]', '', 'g')) <= 4 order by at limit 3
  ), joined as (
    select coalesce(replace(string_agg(word, '' order by at), ' ', ''), '') as text from words
  )
  select coalesce(jsonb_agg(word order by at), '[]') from words, joined
  where word !~ '[0-9]' or length(regexp_replace(text, '[^0-9]', '', 'g')) <= 4
    and text !~ '[a-z]{2}[0-9]{2}[a-z]{3}|[a-z][0-9]{1,3}[a-z]{3}|[a-z]{3}[0-9]{1,3}[a-z]'
$$;
revoke all on function forecourt.wanted_words(jsonb) from public, anon, authenticated, service_role;

-- What a search wants, in a form that is the same for searches that mean about the same: prices to the nearest thousand,
-- mileages to the nearest ten thousand, up to three values of each kind. Empty if nothing was understood.
create function forecourt.wanted_of(_search jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with conditions as (
    select key, value from jsonb_each(coalesce(_search -> 'filters', '{}') || coalesce(_search -> 'wanted', '{}'))
    union all select 'words', forecourt.wanted_words(coalesce(_search -> 'words', '[]'))
  ), kept as (
    select key, case
      when key = 'words' then value
      when jsonb_typeof(value) = 'array' and key in ('make', 'model', 'fuel_type', 'transmission', 'body_type', 'colour',
        'hybrid_type', 'drivetrain')
        then to_jsonb(array(select distinct forecourt.wanted_name(name) as name from jsonb_array_elements_text(value) as name
          where forecourt.wanted_name(name) is not null order by name limit 3))
      when jsonb_typeof(value) = 'array' and key in ('doors', 'seats')
        then to_jsonb(array(select distinct number::text::integer as number from jsonb_array_elements(value) as number
          where number::text ~ '^\d$' order by number limit 3))
      when key = 'meets_ulez' then 'true'
      when value::text !~ '^\d{1,9}$' then null
      when key in ('min_year', 'max_year', 'min_seats') then value
      when key in ('min_price', 'max_price') then to_jsonb(greatest(round(value::text::integer / 1000.0) * 1000, 1000)::integer)
      when key in ('min_mileage', 'max_mileage')
        then to_jsonb(greatest(round(value::text::integer / 10000.0) * 10000, 10000)::integer)
    end as value
    from conditions
  )
  select coalesce(jsonb_object_agg(key, value), '{}') from kept where value <> '[]'
$$;
revoke all on function forecourt.wanted_of(jsonb) from public, anon, authenticated, service_role;

create table forecourt.wanted_counts (
  -- The Monday, in London.
  week date not null,
  -- A search that found nothing, or a car that was compared with others.
  kind text not null check (kind in ('search', 'compare')),
  -- As forecourt.wanted_of makes it.
  wanted jsonb not null check (octet_length(wanted::text) <= 1000),
  times integer not null,
  primary key (week, kind, wanted)
);
alter table forecourt.wanted_counts enable row level security;
revoke all on forecourt.wanted_counts from public, anon, authenticated, service_role;

create function forecourt.monday(_day date) returns date
language sql immutable set search_path = '' as $$ select date_trunc('week', _day::timestamp)::date $$;
revoke all on function forecourt.monday(date) from public, anon, authenticated, service_role;

-- Adds what one process has counted: an array of kind, search and times. Beyond a number of different searches and cars in a
-- week, only known ones are counted, so that a flood of searches cannot fill the table. Searches with words that are not
-- understood have a limit of their own, so that made-up words cannot displace makes and models. Adds nothing if the dealer
-- has switched the counting off.
create function forecourt.count_wanted(_counts jsonb) returns void
language sql security definer set search_path = '' as $$
  with today as (
    select forecourt.monday(forecourt.london_today()) as week, 1000 as most
  ), counted as (
    select kind, wanted, wanted ? 'words' as has_words, least(sum(times), 100000)::integer as times
    from (
      select one ->> 'kind' as kind, forecourt.wanted_of(one -> 'search') as wanted, (one ->> 'times')::integer as times
      from jsonb_array_elements(_counts) as one
    ) given
    where wanted <> '{}' and octet_length(wanted::text) <= 1000
      and not exists (select from public.config where key = 'COUNT_WANTED' and value = 'false')
    group by 1, 2, 3
  ), known as (
    select kind, wanted, wanted ? 'words' as has_words from forecourt.wanted_counts where week = (select week from today)
  ), placed as (
    select c.*, k.wanted is not null as is_known,
      row_number() over (partition by c.kind, c.has_words, k.wanted is null order by c.times desc, c.wanted) as place
    from counted c left join known k using (kind, wanted)
  )
  insert into forecourt.wanted_counts as stored (week, kind, wanted, times)
  select today.week, placed.kind, placed.wanted, placed.times from placed, today
  where placed.is_known or placed.place + (
    select count(*) from known where known.kind = placed.kind and known.has_words = placed.has_words) <= today.most
  -- In one order, so that processes that write at once cannot deadlock.
  order by placed.kind, placed.wanted
  on conflict (week, kind, wanted) do update set times = least(stored.times + excluded.times, 1000000000)
$$;
revoke all on function forecourt.count_wanted(jsonb) from public, anon, authenticated, service_role;

-- For housekeeping.
create function forecourt.forget_old_counts() returns void
language sql security definer set search_path = '' as $$
  delete from forecourt.wanted_counts where week < forecourt.london_today() - 365
$$;
revoke all on function forecourt.forget_old_counts() from public, anon, authenticated, service_role;

-- The 30 searches or cars of each kind that were wanted most in the last twelve weeks. No number below three can be read or worked out,
-- so that none can be traced to one person: a week with fewer is left out, and so are all such weeks together if they have
-- fewer. Saved searches count once for each address, in the week in which they were confirmed.
create function public.what_to_buy() returns table (kind text, wanted jsonb, times bigint, weeks jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  _fewest constant integer := 3;
  _most constant integer := 30;
  _from constant date := forecourt.monday(forecourt.london_today()) - 77;
begin
  if not (public.is_staff() or auth.role() = 'service_role') then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  return query
    with counted as (
      select c.kind, c.wanted, c.week, c.times::bigint as times from forecourt.wanted_counts c where c.week >= _from
      union all
      select 'alert', saved.wanted, saved.week, count(*) from (
        select a.wanted, max(forecourt.monday((a.confirmed_at at time zone 'Europe/London')::date)) as week
        from forecourt.alerts a
        where a.wanted <> '{}' and a.confirmed_at is not null group by a.wanted, a.subscriber_id
      ) saved group by 2, 3
    ), totals as (
      select c.kind, c.wanted,
        coalesce(sum(c.times) filter (where c.times >= _fewest), 0) as shown,
        coalesce(sum(c.times) filter (where c.times < _fewest), 0) as others,
        coalesce(jsonb_object_agg(c.week, c.times) filter (where c.times >= _fewest and c.week >= _from), '{}') as weeks
      from counted c group by c.kind, c.wanted
    ), ranked as (
      select t.kind, t.wanted, t.sum, t.weeks, row_number() over (partition by t.kind order by t.sum desc, t.wanted) as place
      from (select *, (shown + case when others >= _fewest then others else 0 end)::bigint as sum from totals) t
      where t.sum >= _fewest
    )
    select r.kind, r.wanted, r.sum, r.weeks from ranked r where r.place <= _most order by r.kind, r.place;
end
$$;
revoke all on function public.what_to_buy() from public, anon;
grant execute on function public.what_to_buy() to authenticated, service_role;
