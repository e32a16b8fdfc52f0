-- Retention: leads without activity for as many months as the dealer has set are anonymised, a week after a notice.

-- The leads that will be anonymised unless something happens to them first.
create table public.retention_notices (
  kind text not null,
  lead_id uuid not null,
  noticed_at timestamptz not null default now(),
  primary key (kind, lead_id),
  foreign key (kind, lead_id) references public.lead_desk on delete cascade
);
alter table public.retention_notices enable row level security;
create index retention_notices_noticed_at_idx on public.retention_notices (noticed_at);

revoke all on public.retention_notices from anon, authenticated;
grant select on public.retention_notices to authenticated;
grant all on public.retention_notices to service_role;

create policy "staff read the notices" on public.retention_notices
  for select to authenticated using ((select public.is_staff()));
create trigger retention_notices_changed after insert or update or delete on public.retention_notices
  for each statement execute function forecourt.notify_change();

-- The inbox's list of these leads, with its search.
create function public.expiring_leads(_words text[] default '{}', _phone text default null) returns setof public.lead_desk
language sql stable set search_path = '' as $$
  select d.* from public.search_inbox(_words, _phone) d join public.retention_notices n using (kind, lead_id)
$$;
revoke all on function public.expiring_leads(text[], text) from public, anon;
grant execute on function public.expiring_leads(text[], text) to authenticated, service_role;

-- Leads of one kind, of people who are still known, with nothing since `_before`: the longest quiet first. Whatever
-- staff do changes the lead or adds an event, and so does each email to the customer.
create function forecourt.quiet_leads(_kind forecourt.lead_kinds, _before timestamptz, _limit integer) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format($sql$
    select l.id from public.%I l join public.lead_desk d on d.kind = $1 and d.lead_id = l.id
    where l.updated_at < $2 and l.email <> 'deleted@account.invalid'
      and coalesce(d.due_on, '-infinity') < forecourt.london_today()
      and coalesce((to_jsonb(l) ->> 'preferred_date')::timestamp, '-infinity') < $2
      and not exists (select from public.lead_events e where e.kind = $1 and e.lead_id = l.id and e.created_at >= $2)
    order by l.updated_at limit $3
  $sql$, _kind.table_name) using _kind.kind, _before, _limit;
end
$$;
revoke all on function forecourt.quiet_leads(forecourt.lead_kinds, timestamptz, integer) from public;

-- Deletes people of whom nothing is left: no lead, no account, no notes, no answer about marketing, no reservation and no
-- purchase, in the whole group of those merged.
create function forecourt.forget_empty_people(_people uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.people p where p.root_id in (select root_id from public.people where id = any (_people))
    and not exists (
      select from public.people g where g.root_id = p.root_id and (
        g.user_id is not null or g.notes <> '' or g.marketing_consent is not null
        or exists (select from public.lead_desk d where d.person_id = g.id)
        or exists (select from public.vehicle_reservations r where r.person_id = g.id)
        or exists (select from public.vehicle_sales s where s.buyer_id = g.id)))
$$;
revoke all on function forecourt.forget_empty_people(uuid[]) from public;

-- One round, daily: spares leads that something happened to, anonymises those whose week is over, and gives notice of
-- the next ones, with an email to the dealer that contains no names. `_most` bounds each step.
create function forecourt.retention_round(_most integer default 1000) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  _notice constant interval := interval '7 days';
  _shown constant integer := 50;
  _months constant integer := (
    select value::integer from public.config where key = 'DELETE_ENQUIRIES_AFTER_MONTHS' and value ~ '^[1-9][0-9]{0,2}$');
  _before timestamptz := now() - make_interval(months => _months);
  _kind forecourt.lead_kinds;
  _ids uuid[];
  _people uuid[] := '{}';
  _anonymised integer := 0;
  _noticed integer := 0;
begin
  -- Two processes never work on the same leads.
  perform pg_catalog.pg_advisory_xact_lock(7022030);
  if _months is null then
    delete from public.retention_notices where true;
    return jsonb_build_object('anonymised', 0, 'noticed', 0);
  end if;
  for _kind in select * from forecourt.lead_kinds order by kind loop
    delete from public.retention_notices n where n.kind = _kind.kind
      and n.lead_id not in (select forecourt.quiet_leads(_kind, _before + _notice, null));

    _ids := array(
      select n.lead_id from public.retention_notices n
      where n.kind = _kind.kind and n.noticed_at <= now() - _notice
        and n.lead_id in (select forecourt.quiet_leads(_kind, _before, null))
      order by n.noticed_at, n.lead_id limit _most - _anonymised);
    _people := _people || array(
      select person_id from public.lead_desk where kind = _kind.kind and lead_id = any (_ids) and person_id is not null);
    perform forecourt.anonymise_leads(_kind, _ids, 'Deleted person', 'Deleted.');
    delete from public.retention_notices where kind = _kind.kind and lead_id = any (_ids);
    _anonymised := _anonymised + cardinality(_ids);

    insert into public.retention_notices (kind, lead_id)
    select _kind.kind, quiet.id from forecourt.quiet_leads(_kind, _before + _notice, null) as quiet (id)
    where not exists (
      select from public.retention_notices n where n.kind = _kind.kind and n.lead_id = quiet.id)
    limit _most - _noticed;
    _noticed := (select count(*) from public.retention_notices where noticed_at = now());
  end loop;
  perform forecourt.forget_empty_people(_people);

  if _noticed > 0 then
    insert into public.email_outbox (template, data, dedupe_key)
    select 'retention-notice', jsonb_build_object('count', _noticed::text, 'months', _months::text,
      'date', to_char((now() + _notice) at time zone 'Europe/London', 'YYYY-MM-DD'),
      'leads', string_agg(concat_ws(' | ', shown.kind, to_char(shown.created_at at time zone 'Europe/London', 'YYYY-MM-DD'),
        nullif(shown.vehicle_title, '')), E'\n' order by shown.created_at, shown.id)),
      'retention:' || forecourt.london_today()
    from (
      select i.* from public.retention_notices n join public.inbox i on i.kind = n.kind and i.id = n.lead_id
      where n.noticed_at = now() order by i.created_at, i.id limit _shown
    ) shown
    on conflict (dedupe_key) do nothing;
  end if;
  if _anonymised > 0 then
    perform forecourt.record_activity('leads_forgotten',
      format('%s old %s deleted', _anonymised, case _anonymised when 1 then 'enquiry' else 'enquiries' end));
  end if;
  return jsonb_build_object('anonymised', _anonymised, 'noticed', _noticed);
end
$$;
revoke all on function forecourt.retention_round(integer) from public;
