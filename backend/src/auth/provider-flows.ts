// The redirect to a provider and back. The state in the address is random and can be used only once, and the database
// stores its hash. The nonce and our PKCE verifier are derived from the state with the installation's secret, so they
// need not be stored.

import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Queryable } from '../db/database.ts'
import { equalsSecret } from '../http/caller/credentials.ts'
import { AuthError } from './errors.ts'
import { OPENID_RULES } from './limits.ts'
import type { Challenge } from './pkce.ts'
import { hashToken } from './refresh-tokens.ts'
import type { AuthServices } from './services.ts'

const COOKIE = 'provider-flow'
const pendingKey = (state: string) => `state:${hashToken(state)}`

export function secretsOf(state: string, hmacSecret: string) {
  const derive = (purpose: string) =>
    createHmac('sha256', hmacSecret).update(`${purpose}\0${state}`).digest('base64url')
  return { nonce: derive('openid-nonce'), verifier: derive('openid-verifier') }
}

export function redirectUriOf({ settings, siteUrl }: AuthServices, provider: string): string {
  return settings.providers[provider]?.redirectUri ?? `${siteUrl}/auth/v1/callback`
}

export interface NewFlow {
  provider: string
  redirectTo: string
  scopes: string
  pkce: Challenge | null
  /** The user who is linking the provider to their account, or null for a sign-in. */
  userId: string | null
}

/** Returns the provider's address and sets a cookie that identifies the browser when it comes back. */
export async function beginFlow(services: AuthServices, c: Context, flow: NewFlow): Promise<string> {
  await services.limits.take('providerAddress', services.clientAddress(c.req.raw))
  const provider = requireProvider(services, flow.provider)
  const state = randomBytes(32).toString('base64url')
  const address = await provider
    .address({
      state,
      ...secretsOf(state, services.keys.hmacSecret),
      redirectUri: redirectUriOf(services, flow.provider),
      scopes: flow.scopes,
    })
    .catch((err: unknown) => {
      services.log?.warn(
        { event: 'provider_failed', provider: flow.provider, err },
        'sign-in provider could not be reached',
      )
      throw new AuthError('unexpected_failure', `The provider ${flow.provider} cannot be reached`)
    })
  await services.db.query(
    `insert into auth.flow_state
       (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, referrer)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7)`,
    [
      flow.userId,
      pendingKey(state),
      flow.pkce?.method ?? null,
      flow.pkce?.challenge ?? null,
      flow.provider,
      flow.userId ? 'link' : 'oauth',
      flow.redirectTo,
    ],
  )
  const isHttps = services.siteUrl.startsWith('https:')
  setCookie(c, COOKIE, state, {
    path: '/auth/v1',
    httpOnly: true,
    // Browsers omit Lax cookies when the provider's page posts a form.
    sameSite: isHttps && services.settings.providers[flow.provider]?.usesFormPost ? 'None' : 'Lax',
    secure: isHttps,
    maxAge: OPENID_RULES.flowSeconds,
  })
  return address
}

export function requireProvider({ providers }: AuthServices, name: string) {
  const provider = providers.get(name)
  if (!provider) throw new AuthError('validation_failed', 'Unsupported provider: provider is not enabled')
  return provider
}

export interface Flow {
  id: string
  user_id: string | null
  provider_type: string
  authentication_method: string
  code_challenge: string | null
  referrer: string
}

/** Uses up the state. */
export async function takeFlow(tx: Queryable, state: string): Promise<Flow | undefined> {
  const { rows } = await tx.query<Flow>(
    `update auth.flow_state set auth_code = null, updated_at = now()
     where auth_code = $1 and created_at > now() - make_interval(secs => $2)
     returning id, user_id, provider_type, authentication_method, code_challenge, referrer`,
    [pendingKey(state), OPENID_RULES.flowSeconds],
  )
  return rows[0]
}

/**
 * With PKCE, only the browser that started the flow can use the code. Without PKCE, and when linking, the cookie must
 * match. Otherwise a victim who opens an attacker's callback address would be signed in as the attacker, or their
 * identity would be linked to the attacker's account.
 */
export function isSameBrowser(c: Context, flow: Flow, state: string): boolean {
  if (flow.code_challenge && flow.authentication_method === 'oauth') return true
  return equalsSecret(getCookie(c, COOKIE) ?? '', state)
}

/** Issues the code for a PKCE flow once its account is known. */
export async function finishFlow(tx: Queryable, flow: Flow, userId: string): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await tx.query(
    `update auth.flow_state set auth_code = $2, user_id = $3, authentication_method = 'oauth', auth_code_issued_at = now(),
       updated_at = now()
     where id = $1`,
    [flow.id, hashToken(code), userId],
  )
  return code
}
