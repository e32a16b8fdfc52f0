import { type Context, Hono } from 'hono'
import { DEFAULT_AUTH_SETTINGS } from '../config/auth-settings.ts'
import { DatabaseUnavailable } from '../db/database.ts'
import { createAccessTokens } from './access-tokens.ts'
import type { AuthDeps } from './deps.ts'
import { API_VERSION_HEADER, AuthError, isCurrentVersion } from './errors.ts'
import { createOpenIdProvider } from './openid.ts'
import { adminDeleteUser } from './operations/admin-delete-user.ts'
import { generateLink, invite } from './operations/admin-links.ts'
import { adminCreateUser, adminGetUser, adminListUsers, adminUpdateUser } from './operations/admin-users.ts'
import { authorize, sso } from './operations/authorize.ts'
import { callback } from './operations/callback.ts'
import { enrolFactor } from './operations/enrol-factor.ts'
import {
  adminDeleteFactor,
  adminListFactors,
  challengeFactor,
  unenrolFactor,
  verifyFactor,
} from './operations/factors.ts'
import { getUser } from './operations/get-user.ts'
import { health } from './operations/health.ts'
import { linkIdentity, unlinkIdentity } from './operations/identities.ts'
import { keySet } from './operations/key-set.ts'
import { logout } from './operations/logout.ts'
import { otp } from './operations/otp.ts'
import { reauthenticate } from './operations/reauthenticate.ts'
import { recover } from './operations/recover.ts'
import { makeRecoveryCodes, showRecoveryCodes, verifyRecoveryCode } from './operations/recovery-codes.ts'
import { resend } from './operations/resend.ts'
import { showSettings } from './operations/settings.ts'
import { signup } from './operations/signup.ts'
import { token } from './operations/token.ts'
import { updateUser } from './operations/update-user.ts'
import { verify } from './operations/verify.ts'
import { verifyLink } from './operations/verify-link.ts'
import { createPasswords } from './passwords.ts'
import { createLimits } from './rate-limits.ts'
import type { AuthServices } from './services.ts'

const UNAVAILABLE_RETRY_SECONDS = 2

export const issuerOf = (siteUrl: string) => `${siteUrl}/auth/v1`

/** The GoTrue protocol, to be mounted at /auth/v1. */
export function createAuth(deps: AuthDeps): Hono {
  const settings = deps.settings ?? DEFAULT_AUTH_SETTINGS
  const services: AuthServices = {
    ...deps,
    settings,
    tokens: createAccessTokens(deps.keys, issuerOf(deps.siteUrl), settings.jwtSecret),
    passwords: createPasswords(deps.passwordHasher),
    providers: new Map(
      Object.entries(settings.providers).map(([name, provider]) => [name, createOpenIdProvider(provider)]),
    ),
    limits: createLimits(deps.db, {
      points: deps.limitPoints,
      seconds: {
        ...(settings.mailer.intervalSeconds !== null && { mailAccount: settings.mailer.intervalSeconds }),
        ...(settings.sms.intervalSeconds !== null && { textAccount: settings.sms.intervalSeconds }),
      },
    }),
  }
  const app = new Hono()

  app.use(async (c, next) => {
    await next()
    // All responses contain tokens or personal data, except for the one with the public keys, which sets its own
    // header.
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
    const version = c.req.header(API_VERSION_HEADER)
    if (isCurrentVersion(version)) c.header(API_VERSION_HEADER, version)
  })
  app.onError((error, c) => errorResponse(c, toAuthError(error, services)))

  app.post('/signup', signup(services))
  app.post('/token', token(services))
  app.get('/verify', verifyLink(services))
  app.post('/verify', verify(services))
  app.post('/otp', otp(services))
  app.post('/magiclink', otp(services))
  app.get('/reauthenticate', reauthenticate(services))
  app.post('/resend', resend(services))
  app.post('/recover', recover(services))
  app.get('/user', getUser(services))
  app.put('/user', updateUser(services))
  app.post('/logout', logout(services))
  app.get('/settings', showSettings(services))
  app.get('/health', health(services))
  app.get('/.well-known/jwks.json', keySet(services))
  app.get('/admin/users', adminListUsers(services))
  app.post('/admin/users', adminCreateUser(services))
  app.get('/admin/users/:id', adminGetUser(services))
  app.put('/admin/users/:id', adminUpdateUser(services))
  app.delete('/admin/users/:id', adminDeleteUser(services))
  app.post('/admin/generate_link', generateLink(services))
  app.post('/invite', invite(services))
  app.get('/admin/users/:id/factors', adminListFactors(services))
  app.delete('/admin/users/:id/factors/:factorId', adminDeleteFactor(services))
  app.post('/factors', enrolFactor(services))
  app.post('/factors/:id/challenge', challengeFactor(services))
  app.post('/factors/:id/verify', verifyFactor(services))
  app.delete('/factors/:id', unenrolFactor(services))
  app.get('/recovery-codes', showRecoveryCodes(services))
  app.post('/recovery-codes', makeRecoveryCodes(services))
  app.post('/recovery-codes/verify', verifyRecoveryCode(services))
  app.get('/authorize', authorize(services))
  app.on(['GET', 'POST'], '/callback', callback(services))
  app.post('/sso', sso(services))
  app.get('/user/identities/authorize', linkIdentity(services))
  app.delete('/user/identities/:id', unlinkIdentity(services))
  app.all('*', (c) => errorResponse(c, new AuthError('not_found', '404: Not found')))
  return app
}

function toAuthError(error: Error, { log }: AuthServices): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof DatabaseUnavailable) {
    const extras = { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS }
    return new AuthError('request_timeout', 'The service is not available right now', extras)
  }
  log?.error({ event: 'auth_failed', err: error }, 'auth request failed')
  return new AuthError('unexpected_failure', 'Unexpected failure, please check server logs for more information')
}

function errorResponse(c: Context, error: AuthError): Response {
  const { retryAfterSeconds } = error.extras
  const version = c.req.header(API_VERSION_HEADER)
  const headers: Record<string, string> = { 'x-sb-error-code': error.code, 'Cache-Control': 'no-store' }
  if (retryAfterSeconds) headers['Retry-After'] = String(retryAfterSeconds)
  if (isCurrentVersion(version)) headers[API_VERSION_HEADER] = version as string
  return Response.json(error.toBody(version), { status: error.status, headers })
}
