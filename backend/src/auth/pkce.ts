// PKCE: a client that exchanges the code for a session proves with a verifier that it started the sign-in. A flow is
// stored under the hash of the token in the email, then under the hash of the issued code. It can be used only once.

import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { equalsSecret } from '../http/caller/credentials.ts'
import { AuthError } from './errors.ts'
import { FLOW_STATE_SECONDS } from './limits.ts'
import { hashToken } from './refresh-tokens.ts'

export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

interface ChallengeFields {
  code_challenge?: string | null
  code_challenge_method?: string | null
}

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/

/** Requires both fields or neither, as GoTrue does. */
export function challengeFrom(fields: ChallengeFields): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: given } = fields
  if (!challenge && !given) return null
  if (!challenge || !given)
    throw new AuthError('validation_failed', 'PKCE flow requires code_challenge_method and code_challenge')
  const method = given.toLowerCase()
  if (method !== 's256' && method !== 'plain')
    throw new AuthError('validation_failed', 'PKCE flow requires a code_challenge_method of s256 or plain')
  if (!CHALLENGE.test(challenge))
    throw new AuthError('validation_failed', 'code challenge has to be between 43 and 128 characters')
  return { challenge, method }
}

export const isPkceToken = (token: string) => token.startsWith('pkce_')

const pendingKey = (token: string) => `link:${hashToken(token)}`

export async function startMailFlow(tx: Queryable, userId: string, method: string, token: string, pkce: Challenge) {
  await tx.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method)
     values (gen_random_uuid(), $1, $2, $3, $4, 'email', $5)`,
    [userId, pendingKey(token), pkce.method, pkce.challenge, method],
  )
}

/** Returns the code for the browser that opened the link, or undefined if the token has no pending flow. */
export async function issueCode(tx: Queryable, token: string): Promise<string | undefined> {
  const code = randomBytes(32).toString('base64url')
  const { rows } = await tx.query(
    `update auth.flow_state set auth_code = $2, auth_code_issued_at = now(), updated_at = now()
     where auth_code = $1 returning id`,
    [pendingKey(token), hashToken(code)],
  )
  return rows.length > 0 ? code : undefined
}

interface FlowRow {
  id: string
  user_id: string
  code_challenge: string
  code_challenge_method: Challenge['method']
  authentication_method: string
  expired: boolean
}

/** A wrong verifier does not use up the code, so the client that started the flow can still redeem it. */
export async function redeemCode(tx: Queryable, code: string, verifier: string): Promise<FlowRow> {
  const { rows } = await tx.query<FlowRow>(
    `select id, user_id, code_challenge, code_challenge_method::text as code_challenge_method, authentication_method,
       auth_code_issued_at < now() - make_interval(secs => $2) as expired
     from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null and user_id is not null for update`,
    [hashToken(code), FLOW_STATE_SECONDS],
  )
  const flow = rows[0]
  if (!flow) throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found')
  if (flow.expired) throw new AuthError('flow_state_expired', 'invalid flow state, flow state has expired')
  const proof =
    flow.code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  if (!equalsSecret(proof, flow.code_challenge))
    throw new AuthError('bad_code_verifier', 'code challenge does not match previously saved code verifier')
  await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  return flow
}
