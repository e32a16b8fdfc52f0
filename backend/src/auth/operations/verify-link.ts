import { AuthError } from '../errors.ts'
import { rememberDevice } from '../known-devices.ts'
import { isLinkType } from '../one-time-tokens.ts'
import { redeem } from '../redeem.ts'
import { redirectFor, withFragment } from '../redirects.ts'
import type { Operation } from '../services.ts'

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The link in the mail: a browser comes here and is sent on to the site, the session in the part after `#`. */
export const verifyLink: Operation = (services) => async (c) => {
  const request = c.req.raw
  await services.limits.take('verifyAddress', services.clientAddress(request))
  const { token, type } = c.req.query()
  if (!token) throw new AuthError('validation_failed', 'Verify requires a token or a token hash')
  if (!type) throw new AuthError('validation_failed', 'Verify requires a verification type')
  const target = redirectFor(request, services.siteUrl)
  // Mail scanners ask for the head of every link; that must not use it up.
  if (request.method === 'HEAD') return c.body(null, 200)

  try {
    if (!isLinkType(type)) throw new AuthError('otp_expired', 'Email link is invalid or has expired')
    const { session, user } = await redeem(services, request, { token, type })
    rememberDevice(services, c, user)
    return c.redirect(withFragment(target, sessionFields(session, type)), 303)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return c.redirect(withFragment(target, errorFields(error)), 303)
  }
}

function sessionFields(session: Awaited<ReturnType<typeof redeem>>['session'], type: string): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    type,
  }
}

function errorFields(error: AuthError): Record<string, string> {
  const name = OAUTH_ERRORS[error.status]
  return { ...(name && { error: name }), error_code: error.code, error_description: error.message, sb: '' }
}
