// The errors for a bearer token, in PostgREST's words.

export interface TokenFault {
  /** PGRST301 means that the token cannot be decoded, and PGRST303 that its claims are not valid. */
  code: 'PGRST301' | 'PGRST303'
  message: string
  details: string | null
}

const undecodable = (message: string, details: string | null = null): TokenFault => ({
  code: 'PGRST301',
  message,
  details,
})
const wrongClaims = (message: string): TokenFault => ({ code: 'PGRST303', message, details: null })

export const EMPTY_TOKEN = undecodable('Empty JWT is sent in Authorization header')
export const UNUSABLE_CLAIMS = wrongClaims('Parsing claims failed')

/** Maps error codes from the token verification library to messages. */
const KEY_FAULTS: Partial<Record<string, string>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: 'No suitable key was found to decode the JWT',
  ERR_JWKS_NO_MATCHING_KEY: 'No suitable key was found to decode the JWT',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'None of the keys was able to decode the JWT',
}

const CLAIM_FAULTS: Partial<Record<string, string>> = {
  nbf: 'JWT not yet valid',
  aud: 'JWT not in audience',
}

/** `cause` is the error from verifying the token. */
export function faultOfToken(token: string, cause: unknown): TokenFault {
  const { code = '', claim = '', reason } = cause as { code?: string; claim?: string; reason?: string }
  if (code === 'ERR_JWT_EXPIRED') return wrongClaims('JWT expired')
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') {
    if (reason === 'invalid') return wrongClaims(`The JWT '${claim}' claim must be a number`)
    const message = CLAIM_FAULTS[claim]
    return message ? wrongClaims(message) : UNUSABLE_CLAIMS
  }
  if (code === 'ERR_JWT_INVALID') return UNUSABLE_CLAIMS
  const parts = token.split('.').length
  if (parts !== 3) return undecodable(`Expected 3 parts in JWT; got ${parts}`)
  const details = KEY_FAULTS[code]
  return details
    ? undecodable('No suitable key or wrong key type', details)
    : undecodable('JWT cryptographic operation failed')
}

/** PostgREST's tolerance for clock differences. */
const CLOCK_SKEW_SECONDS = 30

const isText = (value: unknown) => typeof value === 'string'

/** The claims that PostgREST refuses in a token that is otherwise valid. */
export function faultOfClaims({ iat, aud }: Record<string, unknown>): TokenFault | null {
  if (typeof iat === 'number' && iat > Date.now() / 1000 + CLOCK_SKEW_SECONDS) {
    return wrongClaims('JWT issued at future')
  }
  if (aud != null && !isText(aud) && !(Array.isArray(aud) && aud.every(isText))) {
    return wrongClaims("The JWT 'aud' claim must be a string or an array of strings")
  }
  return null
}
