// A client for OpenID Connect providers. It handles discovery, the authorisation address, the code exchange and the
// verification of ID tokens.

import { createHash } from 'node:crypto'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { isSafe, type ProviderSettings } from '../config/auth-providers.ts'
import { trimEndSlashes } from '../lib/trim-slashes.ts'
import { OPENID_RULES } from './limits.ts'

/** Asymmetric algorithms only, because with a shared secret we could have signed the token ourselves. */
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
  /** The address of the provider's page that the browser is sent to. */
  address(request: {
    state: string
    nonce: string
    verifier: string
    redirectUri: string
    scopes: string
  }): Promise<string>
  /** Exchanges the code for an ID token and returns its claims. Rejects if they do not match the request. */
  exchange(callback: { code: string; nonce: string; verifier: string; redirectUri: string }): Promise<IdClaims>
  verifyIdToken(token: string): Promise<IdClaims>
}

export function createOpenIdProvider(settings: ProviderSettings): OpenIdProvider {
  const clientId = settings.clientIds[0] ?? ''
  let cached: { at: number; metadata: ReturnType<typeof discover> } | null = null

  function metadata() {
    if (!cached || Date.now() - cached.at > OPENID_RULES.discoveryCacheMs) {
      cached = { at: Date.now(), metadata: discover(settings.issuer) }
      // Failures are not cached.
      cached.metadata.catch(() => {
        cached = null
      })
    }
    return cached.metadata
  }

  async function verifyIdToken(token: string): Promise<IdClaims> {
    const { issuer, keys } = await metadata()
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
      const { authorization_endpoint } = await metadata()
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
        ...(settings.usesFormPost && { response_mode: 'form_post' }),
      }
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
      return url.href
    },
    async exchange({ code, nonce, verifier, redirectUri }) {
      const { token_endpoint } = await metadata()
      const response = await fetch(token_endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(OPENID_RULES.timeoutMs),
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
      if (!response.ok) throw new Error(`the provider's token endpoint returned ${response.status}`)
      const claims = await verifyIdToken(Tokens.parse(await response.json()).id_token)
      if (claims.nonce !== nonce) throw new Error('the token belongs to another request')
      return claims
    },
  }
}

async function discover(issuer: string) {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(OPENID_RULES.timeoutMs),
  })
  if (!response.ok) throw new Error(`the provider's discovery document returned ${response.status}`)
  const metadata = Discovery.parse(await response.json())
  if (trimEndSlashes(metadata.issuer) !== issuer) throw new Error(`the provider calls itself ${metadata.issuer}`)
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: OPENID_RULES.timeoutMs })
  return { ...metadata, keys }
}
