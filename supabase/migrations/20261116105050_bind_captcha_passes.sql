-- One proof serves one submission of one kind: its pass names the kind, and each call of that submission (the insert, the
-- customer's mail, the dealer's mail) takes its own part of it once. It was good for four calls of anything.
delete from forecourt.captcha_passes;
alter table forecourt.captcha_passes drop column uses;
alter table forecourt.captcha_passes add column action text not null, add column calls text[] not null default '{}';

-- 'used': this call may go ahead. 'spent': the proof is known, and not good for this. 'unknown': it has yet to be checked.
-- A row outlives its two minutes by an hour, so that the same token cannot be checked a second time.
create function public.take_captcha_pass(_hash text, _action text, _call text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  update forecourt.captcha_passes set calls = array_append(calls, _call)
  where hash = _hash and action = _action and not (_call = any (calls)) and expires_at > now() + interval '58 minutes';
  if found then
    return 'used';
  end if;
  return case when exists (select from forecourt.captcha_passes where hash = _hash) then 'spent' else 'unknown' end;
end
$$;

-- False when another call has just done it.
create function public.create_captcha_pass(_hash text, _action text, _calls text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if random() < 0.01 then
    delete from forecourt.captcha_passes where expires_at < now();
  end if;
  insert into forecourt.captcha_passes (hash, action, calls, expires_at)
  values (_hash, _action, _calls, now() + interval '1 hour')
  on conflict (hash) do nothing;
  return found;
end
$$;
revoke execute on function public.take_captcha_pass(text, text, text), public.create_captcha_pass(text, text, text[])
  from public, anon, authenticated;
grant execute on function public.take_captcha_pass(text, text, text), public.create_captcha_pass(text, text, text[])
  to service_role;
