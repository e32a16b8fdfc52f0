import { z } from 'zod'
import { AuthError } from '../errors.ts'
import { hasSecondStep } from '../factors.ts'
import { challengeFrom } from '../pkce.ts'
import { updateProviders } from '../provider-accounts.ts'
import { beginFlow } from '../provider-flows.ts'
import { redirectFor } from '../redirects.ts'
import { type AuthServices, type Operation, requireUser, type SignedIn } from '../services.ts'

const UUID = z.guid()

/** The signed-in user, who must have passed the second step if they have one. */
async function requireOwner(services: AuthServices, request: Request): Promise<SignedIn> {
  const caller = await requireUser(services, request)
  if (!services.settings.manualLinking) throw new AuthError('manual_linking_disabled', 'Manual linking is disabled')
  if (caller.user.is_disabled) throw new AuthError('user_banned', 'User is banned')
  if (hasSecondStep(caller) && caller.session.aal !== 'aal2')
    throw new AuthError('insufficient_aal', 'AAL2 session is required to change identities when MFA is enabled.')
  return caller
}

/** Identities cannot be linked to an unconfirmed account. */
export async function requireLinkingUser(services: AuthServices, request: Request): Promise<SignedIn> {
  const caller = await requireOwner(services, request)
  if (!caller.user.email_confirmed_at)
    throw new AuthError('email_not_confirmed', 'Please verify your email first.', { status: 422 })
  return caller
}

export const linkIdentity: Operation = (services) => async (c) => {
  const { user } = await requireLinkingUser(services, c.req.raw)
  const query = c.req.query()
  const url = await beginFlow(services, c, {
    provider: query.provider ?? '',
    redirectTo: redirectFor(c.req.raw, services.siteUrl),
    scopes: query.scopes ?? '',
    pkce: challengeFrom(query),
    userId: user.id,
  })
  return query.skip_http_redirect === 'true' ? c.json({ url }) : c.redirect(url, 302)
}

export const unlinkIdentity: Operation = (services) => async (c) => {
  const { user } = await requireOwner(services, c.req.raw)
  const id = c.req.param('id') ?? ''
  if (!UUID.safeParse(id).success)
    throw new AuthError('validation_failed', 'identity_id must be an UUID', { status: 404 })
  const identity = user.identities.find((own) => own.id === id)
  if (!identity) throw new AuthError('identity_not_found', 'Identity doesn’t exist')
  if (user.identities.length < 2)
    throw new AuthError('single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
  // The account's own email address and number remain as ways to sign in if the provider fails.
  if (identity.provider === 'email' || identity.provider === 'phone')
    throw new AuthError(
      'email_conflict_identity_not_deletable',
      'The account’s own email address or phone number cannot be unlinked',
    )
  await services.db.transaction(async (tx) => {
    await tx.query('delete from auth.identities where id = $1 and user_id = $2', [id, user.id])
    await updateProviders(tx, user.id)
  })
  return c.json({})
}
