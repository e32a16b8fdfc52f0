// A provider of OpenID Connect, asked: where it is, who came back from it, and whether what it says is its word.

import { createHash } from 'node:crypto'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { isSafe, type ProviderSettings } from '../config/auth-providers.ts'
import { trimEndSlashes } from '../lib/trim-slashes.ts'
import { OPENID_RULES } from './limits.ts'

/** Signed with a key that only the provider has; a shared secret would be ours as well. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

const Address = z.string().refine(isSafe)
const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
})
const Tokens = z.object({ id_token: z.string() })

export interface IdClaims extends JWTPayload {
  sub: string
  email?: string
  email_verified?: unknown
  xms_edov?: unknown
  name?: string
  given_name?: string
  family_name?: string
  picture?: string
  nonce?: string
  azp?: string
}

export interface OpenIdProvider {
  /** Where the browser goes. */
  address(request: {
    state: string
    nonce: string
    verifier: string
    redirectUri: string
    scopes: string
  }): Promise<string>
  /** What the code stands for; rejects when anything about it is not as asked. */
  exchange(answer: { code: string; nonce: string; verifier: string; redirectUri: string }): Promise<IdClaims>
  verifyIdToken(token: string): Promise<IdClaims>
}

export function createOpenIdProvider(settings: ProviderSettings): OpenIdProvider {
  const clientId = settings.clientIds[0] ?? ''
  let found: { at: number; facts: ReturnType<typeof discover> } | null = null

  function facts() {
    if (!found || Date.now() - found.at > OPENID_RULES.discoveryMs) {
      found = { at: Date.now(), facts: discover(settings.issuer) }
      // A bad day is not remembered.
      found.facts.catch(() => {
        found = null
      })
    }
    return found.facts
  }

  async function verifyIdToken(token: string): Promise<IdClaims> {
    const { issuer, keys } = await facts()
    const { payload } = await jwtVerify<IdClaims>(token, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience: [...settings.clientIds],
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: OPENID_RULES.tokenAgeSeconds,
      clockTolerance: OPENID_RULES.clockToleranceSeconds,
    })
    if (payload.azp !== undefined && !settings.clientIds.includes(payload.azp))
      throw new Error('the token is for another client')
    return payload
  }

  return {
    verifyIdToken,
    async address({ state, nonce, verifier, redirectUri, scopes }) {
      const { authorization_endpoint } = await facts()
      const url = new URL(authorization_endpoint)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const fields = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: [...new Set(['openid', 'email', settings.nameScope, ...scopes.split(/[\s,]+/).filter(Boolean)])].join(
          ' ',
        ),
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(settings.answersByForm && { response_mode: 'form_post' }),
      }
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
      return url.href
    },
    async exchange({ code, nonce, verifier, redirectUri }) {
      const { token_endpoint } = await facts()
      const response = await fetch(token_endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(OPENID_RULES.answerMs),
        headers: { accept: 'application/json' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          client_id: clientId,
          client_secret: settings.secret,
          code_verifier: verifier,
        }),
      })
      if (!response.ok) throw new Error(`the provider answered ${response.status}`)
      const claims = await verifyIdToken(Tokens.parse(await response.json()).id_token)
      if (claims.nonce !== nonce) throw new Error('the token answers another request')
      return claims
    },
  }
}

async function discover(issuer: string) {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(OPENID_RULES.answerMs),
  })
  if (!response.ok) throw new Error(`the provider answered ${response.status}`)
  const facts = Discovery.parse(await response.json())
  if (trimEndSlashes(facts.issuer) !== issuer) throw new Error('the provider says it is another one')
  const keys = createRemoteJWKSet(new URL(facts.jwks_uri), { timeoutDuration: OPENID_RULES.answerMs })
  return { ...facts, keys }
}
