// Parts of the protocol that this service does not offer yet. Each answers as GoTrue does where the feature is
// switched off; the one that comes to life moves to a file of its own.

import type { Hono } from 'hono'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import { type AuthServices, requireUser } from '../services.ts'

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
}
