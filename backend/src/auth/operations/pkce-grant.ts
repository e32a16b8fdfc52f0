import { z } from 'zod'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { redeemCode } from '../pkce.ts'
import { clientOf, isBanned, type Operation } from '../services.ts'
import { openSession } from '../sessions.ts'
import { findUserById } from '../users.ts'

const Body = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() })

export const pkceGrant: Operation = (services) => async (c) => {
  const { db, limits, tokens, clientAddress } = services
  await limits.take('verifyAddress', clientAddress(c.req.raw))
  const { auth_code: code, code_verifier: verifier } = await readBody(c.req.raw, Body)
  if (!code || !verifier)
    throw new AuthError('validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
  const session = await db.transaction(async (tx) => {
    const flow = await redeemCode(tx, code, verifier)
    const user = await findUserById(tx, flow.user_id)
    if (!user) throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (isBanned(user)) throw new AuthError('user_banned', 'User is banned')
    return openSession(
      tx,
      tokens,
      user.id,
      flow.authentication_method === 'oauth' ? 'oauth' : 'otp',
      clientOf(services, c.req.raw),
    )
  })
  return c.json(session)
}
