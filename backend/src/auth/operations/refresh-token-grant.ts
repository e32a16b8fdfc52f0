import { z } from 'zod'
import type { AuthSettings } from '../../config/auth-settings.ts'
import type { Queryable } from '../../db/database.ts'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { childToken, hashToken, isRefreshToken, REUSE_GRACE_SECONDS } from '../refresh-tokens.ts'
import { isBanned, type Operation } from '../services.ts'
import { endSessions, insertRefreshToken, lockSessionOfToken, type SessionRow, sessionResponse } from '../sessions.ts'
import { getUserById } from '../users.ts'

const Body = z.object({ refresh_token: z.string().nullish() })
/** More refreshes than this in one grace period cannot come from two tabs. */
const MAX_GENERATIONS = 10

export const refreshTokenGrant: Operation = (services) => async (c) => {
  const { db, keys, limits, settings, tokens, clientAddress } = services
  await limits.take('refreshAddress', clientAddress(c.req.raw))
  const { refresh_token: presented } = await readBody(c.req.raw, Body)
  if (!presented) throw new AuthError('validation_failed', 'refresh_token required')
  if (!isRefreshToken(presented)) throw notFound()

  // Errors are returned rather than thrown, so that the transaction commits its revocations.
  const outcome = await db.transaction(async (tx) => {
    const session = await lockSessionOfToken(tx, hashToken(presented))
    if (!session) return notFound()
    const user = await getUserById(tx, session.user_id)
    if (isBanned(user) || user.is_disabled) {
      await endSessions(tx, user.id)
      return new AuthError('user_banned', 'User is banned', { status: 400 })
    }
    if (isOver(session, settings.sessions)) {
      await endSessions(tx, user.id, { only: session.id })
      return new AuthError('session_expired', 'Invalid Refresh Token: Session Expired')
    }
    const next = await nextToken(tx, presented, session, keys.hmacSecret)
    if (!next) {
      await endSessions(tx, user.id, { only: session.id })
      return new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    }
    return sessionResponse(tokens, user, session, next)
  })
  if (outcome instanceof AuthError) throw outcome
  return c.json(outcome)
}

const isOver = ({ age, idle }: SessionRow, { timeboxSeconds, inactivitySeconds }: AuthSettings['sessions']) =>
  (timeboxSeconds !== null && age > timeboxSeconds) || (inactivitySeconds !== null && idle > inactivitySeconds)

const notFound = () => new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

interface TokenState {
  revoked: boolean
  in_grace: boolean
}

async function findToken(tx: Queryable, token: string): Promise<TokenState | undefined> {
  const { rows } = await tx.query<TokenState>(
    `select revoked, updated_at > now() - make_interval(secs => $2) as in_grace from auth.refresh_tokens where token = $1`,
    [hashToken(token), REUSE_GRACE_SECONDS],
  )
  return rows[0]
}

/** Returns the successor of the presented token, or undefined if that token was used before the grace period. */
async function nextToken(tx: Queryable, presented: string, session: SessionRow, hmacSecret: string) {
  const state = await findToken(tx, presented)
  if (!state?.revoked) return rotate(tx, presented, session, hmacSecret)
  if (!state.in_grace) return undefined

  // The other tab may have refreshed again in the meantime, so follow the chain to the current token.
  let descendant = presented
  for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
    descendant = childToken(descendant, hmacSecret)
    const found = await findToken(tx, descendant)
    if (!found) return undefined
    if (!found.revoked) return descendant
  }
  return undefined
}

async function rotate(tx: Queryable, parent: string, session: SessionRow, hmacSecret: string): Promise<string> {
  const token = childToken(parent, hmacSecret)
  await tx.query('update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1', [
    hashToken(parent),
  ])
  await insertRefreshToken(tx, { userId: session.user_id, sessionId: session.id, token, parent })
  await tx.query(`update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1`, [
    session.id,
  ])
  return token
}
