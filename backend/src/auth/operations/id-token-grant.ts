import { createHash } from 'node:crypto'
import { z } from 'zod'
import { usualIssuer } from '../../config/auth-providers.ts'
import type { Queryable } from '../../db/database.ts'
import { equalsSecret } from '../../http/caller/credentials.ts'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { IdClaims } from '../openid.ts'
import { findOrCreateAccount, linkTo } from '../provider-accounts.ts'
import { hashToken } from '../refresh-tokens.ts'
import { retryOnce } from '../retry.ts'
import { clientOf, isBanned, type Operation } from '../services.ts'
import { openSession } from '../sessions.ts'
import { requireLinkingUser } from './identities.ts'

const Body = z.object({
  provider: z.string().nullish(),
  id_token: z.string().nullish(),
  nonce: z.string().nullish(),
  link_identity: z.boolean().nullish(),
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
})

const invalid = (message: string, oauthError = 'invalid request') =>
  new AuthError('validation_failed', message, { oauthError })

/** Accepts an ID token that an app received from the provider. Each token opens one session. */
export const idTokenGrant: Operation = (services) => async (c) => {
  const { db, limits, providers, tokens, clientAddress } = services
  await limits.take('providerAddress', clientAddress(c.req.raw))
  const { provider: name, id_token: token, nonce, link_identity: isLink } = await readBody(c.req.raw, Body)
  if (!token) throw invalid('id_token required')
  if (!name) throw invalid('provider required')
  const provider = providers.get(name)
  if (!provider) throw notEnabled(name)
  const linker = isLink ? await requireLinkingUser(services, c.req.raw) : null
  const claims = await provider.verifyIdToken(token).catch(() => {
    throw invalid('Bad ID token')
  })
  requireNonce(claims, nonce ?? '')
  const open = async (tx: Queryable) => {
    await markUsed(tx, token, name)
    if (linker) await linkTo(tx, linker.user.id, { provider: name, claims })
    const user = await findOrCreateAccount(services, tx, { provider: name, claims })
    if (isBanned(user)) throw new AuthError('user_banned', 'User is banned')
    return openSession(tx, tokens, user.id, 'oauth', clientOf(services, c.req.raw))
  }
  return c.json(await retryOnce(() => db.transaction(open)))
}

function notEnabled(name: string): AuthError {
  const issuer = usualIssuer(name)
  if (issuer === undefined) return new AuthError('validation_failed', 'Custom OIDC provider is not allowed')
  return new AuthError('provider_disabled', `Provider (issuer "${issuer ?? name}") is not enabled`)
}

function requireNonce(claims: IdClaims, nonce: string): void {
  const claimed = typeof claims.nonce === 'string' ? claims.nonce : ''
  if (!claimed !== !nonce) throw invalid('Passed nonce and nonce in id_token should either both exist or not.')
  if (nonce && !equalsSecret(createHash('sha256').update(nonce).digest('hex'), claimed))
    throw invalid('Nonces mismatch', 'invalid nonce')
}

/** Ensures that an intercepted token cannot be replayed. */
async function markUsed(tx: Queryable, token: string, provider: string): Promise<void> {
  const mark = `id-token:${hashToken(token)}`
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [mark])
  const { rows } = await tx.query('select from auth.flow_state where auth_code = $1', [mark])
  if (rows.length > 0) throw invalid('Bad ID token')
  await tx.query(
    `insert into auth.flow_state (id, auth_code, provider_type, authentication_method)
     values (gen_random_uuid(), $1, $2, 'id_token')`,
    [mark, provider],
  )
}
