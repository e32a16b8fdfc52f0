-- Our own service asks for the human check and counts a network's leads before an insert reaches the database. A hosted
-- project has nobody in between: there the insert itself does what can be done in SQL. It is told apart by the request's
-- headers, which a hosted project's API sets, and by the missing claim, which our own service sets.
--
-- The human check: the function human-check asks Google about a token and leaves a pass; the insert takes its part. It is
-- asked for where the dealer has set a site key, because without one nobody could pass it.
create function forecourt.guard_hosted_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _leads_an_hour constant integer := 60;
  _headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  _claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  _token text := coalesce(_headers ->> 'x-captcha-token', '');
begin
  if _headers is null or _claims ? 'forecourt_network' or _claims ->> 'role' = 'service_role' or public.is_admin() then
    return new;
  end if;
  if not public.take_limit('lead:' || forecourt.caller_network(), _leads_an_hour, 3600) then
    raise exception 'Too many requests. Please try again later or contact us directly.' using errcode = 'P0001';
  end if;
  if exists (select from public.config where key = 'RECAPTCHA_SITE_KEY' and trim(value) <> '')
    and public.take_captcha_pass(
      encode(sha256(convert_to('recaptcha:' || _token, 'UTF8')), 'hex'), tg_argv[0], 'insert'
    ) <> 'used'
  then
    raise exception 'captcha_failed: the human verification was not passed' using errcode = '42501';
  end if;
  return new;
end
$$;

create trigger enquiries_guard_hosted before insert on public.enquiries
  for each row execute function forecourt.guard_hosted_lead('enquiry');
create trigger test_drives_guard_hosted before insert on public.test_drives
  for each row execute function forecourt.guard_hosted_lead('test-drive');
