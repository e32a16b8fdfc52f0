// A client for OpenID Connect providers. openid-client handles discovery, the authorisation address and the code exchange.
// jose verifies the ID tokens, because openid-client does not accept a token that an app received.

import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { isSafe, type ProviderSettings } from '../config/auth-providers.ts'
import { trimEndSlashes } from '../lib/trim-slashes.ts'
import { OPENID_RULES } from './limits.ts'

/** Asymmetric algorithms only, because with a shared secret we could have signed the token ourselves. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

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
  exchange(callback: {
    params: { state: string; code: string; iss: string }
    nonce: string
    verifier: string
    redirectUri: string
  }): Promise<IdClaims>
  verifyIdToken(token: string): Promise<IdClaims>
}

export function createOpenIdProvider(settings: ProviderSettings): OpenIdProvider {
  let cached: { at: number; provider: ReturnType<typeof discover> } | null = null

  function discovered() {
    if (!cached || Date.now() - cached.at > OPENID_RULES.discoveryCacheMs) {
      cached = { at: Date.now(), provider: discover(settings) }
      // Failures are not cached.
      cached.provider.catch(() => {
        cached = null
      })
    }
    return cached.provider
  }

  async function verifyIdToken(token: string): Promise<IdClaims> {
    const { issuer, keys } = await discovered()
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
      const { client, config } = await discovered()
      const scope = new Set(['openid', 'email', settings.nameScope, ...scopes.split(/[\s,]+/).filter(Boolean)])
      const url = client.buildAuthorizationUrl(config, {
        // The exchange sends this form of the address, and the provider compares the two.
        redirect_uri: new URL(redirectUri).href,
        scope: [...scope].join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(settings.usesFormPost && { response_mode: 'form_post' }),
      })
      return url.href
    },
    async exchange({ params, nonce, verifier, redirectUri }) {
      const { client, config } = await discovered()
      const callback = new URL(redirectUri)
      callback.search = new URLSearchParams(params).toString()
      const { id_token = '' } = await client.authorizationCodeGrant(config, callback, {
        expectedState: params.state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      return verifyIdToken(id_token)
    },
  }
}

async function discover({ issuer, clientIds, secret }: ProviderSettings) {
  // Most sites have no provider.
  const client = await import('openid-client')
  const config = await client.discovery(
    new URL(`${issuer}/.well-known/openid-configuration`),
    clientIds[0] ?? '',
    { [client.clockTolerance]: OPENID_RULES.clockToleranceSeconds },
    client.ClientSecretPost(secret),
    {
      timeout: OPENID_RULES.timeoutMs / 1000,
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
    },
  )
  const metadata = config.serverMetadata()
  // openid-client does not compare the issuer if it is given the document's address. If it is given the issuer, it
  // accepts any tenant from Microsoft and refuses an issuer that ends in a slash.
  if (trimEndSlashes(metadata.issuer) !== issuer) throw new Error(`the provider calls itself ${metadata.issuer}`)
  const { authorization_endpoint = '', token_endpoint = '', jwks_uri = '' } = metadata
  for (const address of [authorization_endpoint, token_endpoint, jwks_uri])
    if (!isSafe(address)) throw new Error(`the provider has an unsafe address: ${address}`)
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: OPENID_RULES.timeoutMs })
  return { client, config, issuer: metadata.issuer, keys }
}
