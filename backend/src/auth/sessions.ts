import type { Queryable } from '../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts'
import type { SecondStepMethod } from './factors.ts'
import { hashToken, newRefreshToken } from './refresh-tokens.ts'
import { getUserById, toUser, type UserRow } from './users.ts'

export type AuthMethod = 'password' | 'otp' | 'recovery' | 'anonymous' | 'oauth'

export interface SessionRow {
  id: string
  user_id: string
  aal: string | null
  /** Seconds since the session started, and since it was last refreshed. */
  age: number
  idle: number
  amr: { method: string; timestamp: number }[]
}

interface Client {
  userAgent: string | null
  address: string | null
}

async function startSession(tx: Queryable, userId: string, method: AuthMethod, client: Client) {
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values (gen_random_uuid(), $1, now(), now(), 'aal1', $2, $3::inet) returning id`,
    [userId, client.userAgent?.slice(0, 500) ?? null, client.address],
  )
  const sessionId = (rows[0] as { id: string }).id
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), $2)`,
    [sessionId, method],
  )
  await tx.query('update auth.users set last_sign_in_at = now() where id = $1', [userId])
  const refreshToken = newRefreshToken()
  await insertRefreshToken(tx, { userId, sessionId, token: refreshToken, parent: null })
  return { sessionId, refreshToken }
}

interface NewRefreshToken {
  userId: string
  sessionId: string
  token: string
  parent: string | null
}

export async function insertRefreshToken(tx: Queryable, { userId, sessionId, token, parent }: NewRefreshToken) {
  await tx.query(
    `insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($1, $2, $3, $4, false, now(), now())`,
    [hashToken(token), userId, sessionId, parent && hashToken(parent)],
  )
}

const SELECT_SESSION = `
  select s.id, s.user_id, s.aal::text as aal,
    extract(epoch from now() - s.created_at)::float8 as age,
    extract(epoch from now() - coalesce(s.refreshed_at at time zone 'utc', s.created_at))::float8 as idle, coalesce((
    select jsonb_agg(jsonb_build_object('method', a.authentication_method, 'timestamp', extract(epoch from a.created_at)::bigint) order by a.created_at desc)
    from auth.mfa_amr_claims a where a.session_id = s.id
  ), '[]') as amr
  from auth.sessions s`

export async function findSession(db: Queryable, id: string | null): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(`${SELECT_SESSION} where s.id = $1`, [id])
  return rows[0]
}

/** Lock the session before changing its tokens, so that parallel refreshes run one after another. */
export async function lockSessionOfToken(tx: Queryable, tokenHash: string): Promise<SessionRow | undefined> {
  const { rows } = await tx.query<SessionRow>(
    `${SELECT_SESSION} where s.id = (select t.session_id from auth.refresh_tokens t where t.token = $1) for update of s`,
    [tokenHash],
  )
  return rows[0]
}

/** Ends one of a user's sessions, all of them, or all but one. The refresh tokens are deleted with the sessions. */
export async function endSessions(tx: Queryable, userId: string, scope: { only?: string; except?: string } = {}) {
  await tx.query(
    `delete from auth.sessions
     where user_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)`,
    [userId, scope.only ?? null, scope.except ?? null],
  )
}

/** The response body of every call that opens or refreshes a session. */
export async function sessionResponse(
  tokens: AccessTokens,
  user: UserRow,
  { id, aal, amr }: Pick<SessionRow, 'id' | 'aal' | 'amr'>,
  refreshToken: string,
) {
  const shown = toUser(user)
  const { token, expiresAt } = await tokens.issue({
    sub: user.id,
    email: user.email,
    phone: shown.phone,
    app_metadata: shown.app_metadata,
    user_metadata: shown.user_metadata,
    role: user.role,
    aal: aal ?? 'aal1',
    amr,
    session_id: id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: shown,
  }
}

export async function openSession(
  tx: Queryable,
  tokens: AccessTokens,
  userId: string,
  method: AuthMethod,
  client: Client,
) {
  const { sessionId, refreshToken } = await startSession(tx, userId, method, client)
  const session = await findSession(tx, sessionId)
  return sessionResponse(tokens, await getUserById(tx, userId), session as SessionRow, refreshToken)
}

/**
 * Raises a session to aal2 after the second step. The session gets a new refresh token, because the old one could have
 * been stolen before the second step. As in GoTrue, any of the user's sessions that are still at aal1 are ended.
 */
export async function raiseSession(
  tx: Queryable,
  tokens: AccessTokens,
  { id, user_id }: SessionRow,
  factorId: string,
  method: SecondStepMethod,
) {
  await tx.query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [
    id,
    factorId,
  ])
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), $2)
     on conflict (session_id, authentication_method) do update set created_at = now(), updated_at = now()`,
    [id, method],
  )
  await tx.query(`delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') < 'aal2'`, [user_id])
  await tx.query('delete from auth.refresh_tokens where session_id = $1', [id])
  const refreshToken = newRefreshToken()
  await insertRefreshToken(tx, { userId: user_id, sessionId: id, token: refreshToken, parent: null })
  const session = (await findSession(tx, id)) as SessionRow
  return sessionResponse(tokens, await getUserById(tx, user_id), session, refreshToken)
}
