import { AuthError } from '../errors.ts'
import { rememberDevice } from '../known-devices.ts'
import { isLinkType } from '../links.ts'
import { isPkceToken } from '../pkce.ts'
import { HALF_DONE_MESSAGE, redeem } from '../redeem.ts'
import { errorFields, redirectFor, sessionFields, withFragment, withQuery } from '../redirects.ts'
import type { Operation } from '../services.ts'

/** Handles the link in an email: redirects the browser to the site with the session after `#`. */
export const verifyLink: Operation = (services) => async (c) => {
  const request = c.req.raw
  await services.limits.take('verifyAddress', services.clientAddress(request))
  const { token, type } = c.req.query()
  if (!token) throw new AuthError('validation_failed', 'Verify requires a token or a token hash')
  if (!type) throw new AuthError('validation_failed', 'Verify requires a verification type')
  const target = redirectFor(request, services.siteUrl)
  // Email scanners send a HEAD request to every link, and this request must not use up the link.
  if (request.method === 'HEAD') return c.body(null, 200)

  try {
    if (!isLinkType(type)) throw new AuthError('otp_expired', 'Email link is invalid or has expired')
    const outcome = await redeem(services, request, { token, type, isLink: true })
    if ('isHalfDone' in outcome) return c.redirect(withFragment(target, { message: HALF_DONE_MESSAGE, sb: '' }), 303)
    rememberDevice(services, c, outcome.user)
    if ('code' in outcome) return c.redirect(withQuery(target, { code: outcome.code }), 303)
    return c.redirect(withFragment(target, { ...sessionFields(outcome.session), type }), 303)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { sb, ...fields } = errorFields(error)
    // PKCE clients read the query rather than the fragment.
    const place = isPkceToken(token) ? withQuery(target, fields) : target
    return c.redirect(withFragment(place, { ...fields, sb }), 303)
  }
}
