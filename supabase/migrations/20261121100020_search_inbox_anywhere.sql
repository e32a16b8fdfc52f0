-- One or two letters are looked for anywhere in a lead, too, like longer words. The index knows three and more: all words
-- are read then, which for an admin's hundred thousand leads takes a tenth of a second.
create or replace function public.search_inbox(_words text[]) returns setof public.inbox
language plpgsql stable security definer set search_path = '' as $$
declare
  _conditions text;
begin
  if not (public.is_admin() or auth.role() = 'service_role') then
    raise exception 'Only an administrator may do this.' using errcode = '42501';
  end if;
  -- One condition a word, because the index is not used for a list of patterns.
  select string_agg(format('words like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
  into _conditions
  from (select distinct word from unnest(_words) as given (word) where word <> '' limit 8) as given;
  return query execute
    'select i.* from public.inbox i where i.id in (select id from forecourt.lead_words where '
    || coalesce(_conditions, 'true') || ')';
end
$$;
