import { z } from 'zod'
import { CHALLENGE_FIELDS, readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { challengeFrom } from '../pkce.ts'
import { beginFlow } from '../provider-flows.ts'
import { redirectFor } from '../redirects.ts'
import type { Operation } from '../services.ts'

/** Sends a browser to a provider. */
export const authorize: Operation = (services) => async (c) => {
  const query = c.req.query()
  const address = await beginFlow(services, c, {
    provider: query.provider ?? '',
    redirectTo: redirectFor(c.req.raw, services.siteUrl),
    scopes: query.scopes ?? '',
    pkce: challengeFrom(query),
    userId: null,
  })
  return c.redirect(address, 302)
}

const Sso = z.object({
  provider_id: z.string().nullish(),
  domain: z.string().nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
  ...CHALLENGE_FIELDS,
})

/** Finds the provider that is authoritative for an email domain. SAML is not supported. */
export const sso: Operation = (services) => async (c) => {
  const { providers } = services.settings
  const isOffered = Object.values(providers).some(({ authoritativeFor }) =>
    authoritativeFor.some((name) => name !== '*'),
  )
  if (!isOffered) throw new AuthError('saml_provider_disabled', 'SAML 2.0 is disabled')
  const body = await readBody(c.req.raw, Sso)
  if (Boolean(body.provider_id) === Boolean(body.domain))
    throw new AuthError('validation_failed', 'A provider_id or domain needs to be provided')
  const domain = body.domain?.trim().toLowerCase() ?? ''
  const provider = Object.keys(providers).find((name) => providers[name]?.authoritativeFor.includes(domain))
  if (!provider || domain === '*')
    throw new AuthError('sso_provider_not_found', 'No SSO provider assigned for this domain')
  const url = await beginFlow(services, c, {
    provider,
    redirectTo: redirectFor(c.req.raw, services.siteUrl, body.redirect_to),
    scopes: '',
    pkce: challengeFrom(body),
    userId: null,
  })
  return body.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303)
}
