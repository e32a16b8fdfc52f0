import type { z } from 'zod'
import type { SignupBody } from '../body.ts'
import { requireUserData } from '../body.ts'
import { AuthError } from '../errors.ts'
import { type AuthServices, clientOf, requireHuman } from '../services.ts'
import { openSession } from '../sessions.ts'
import { insertAnonymousUser } from '../users.ts'

/** Creates an account without an email address or phone number, for clients that need a session before the user registers. */
export async function signInAnonymously(services: AuthServices, request: Request, body: z.infer<typeof SignupBody>) {
  const { db, limits, settings, tokens, clientAddress } = services
  if (!settings.external.anonymous)
    throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (settings.disableSignup) throw new AuthError('signup_disabled', 'Signups not allowed for this instance')
  await limits.take('anonymousAddress', clientAddress(request))
  const data = requireUserData(body.data)
  await requireHuman(services, request, 'register', body)
  return db.transaction(async (tx) => {
    const id = await insertAnonymousUser(tx, data)
    return openSession(tx, tokens, id, 'anonymous', clientOf(services, request))
  })
}
