// Parts of the protocol that this service does not offer yet. Each answers as GoTrue does where the feature is
// switched off; the one that comes to life moves to a file of its own.

import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '../body.ts'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import { type AuthServices, requireUser } from '../services.ts'

const Factor = z.object({ factor_type: z.string().nullish() })

export function mountDisabled(app: Hono, services: AuthServices): void {
  const refuse = (code: AuthErrorCode, message: string, status?: number) => () => {
    throw new AuthError(code, message, { status })
  }
  const refuseUser = (code: AuthErrorCode, message: string) => async (c: { req: { raw: Request } }) => {
    await requireUser(services, c.req.raw)
    throw new AuthError(code, message)
  }
  app.post('/sso', refuse('saml_provider_disabled', 'SAML 2.0 is disabled'))
  app.get('/authorize', refuse('validation_failed', 'Unsupported provider: provider is not enabled'))
  app.on(['GET', 'POST'], '/callback', refuse('bad_oauth_callback', 'OAuth state parameter missing'))
  app.get('/user/identities/authorize', refuseUser('manual_linking_disabled', 'Manual linking is disabled'))
  app.delete('/user/identities/:id', refuseUser('manual_linking_disabled', 'Manual linking is disabled'))
  app.post('/factors', async (c) => {
    await requireUser(services, c.req.raw)
    const { factor_type: type } = await readBody(c.req.raw, Factor)
    if (type === 'totp') throw new AuthError('mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
    if (type === 'phone') throw new AuthError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
    if (type === 'webauthn')
      throw new AuthError('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
    throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  })
  app.post('/factors/:id/challenge', refuseUser('mfa_factor_not_found', 'Factor not found'))
  app.post('/factors/:id/verify', refuseUser('mfa_factor_not_found', 'Factor not found'))
  app.delete('/factors/:id', refuseUser('mfa_factor_not_found', 'Factor not found'))
}
