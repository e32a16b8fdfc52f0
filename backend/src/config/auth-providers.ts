// The OpenID Connect providers that users may sign in with.

import { isLoopback } from '../lib/loopback.ts'
import { trimEndSlashes } from '../lib/trim-slashes.ts'

export interface ProviderSettings {
  clientIds: readonly string[]
  secret: string
  issuer: string
  redirectUri: string | null
  /**
   * Email domains that this provider controls, or `*`. For these, the provider's confirmation proves the address as
   * reliably as our own email would.
   */
  authoritativeFor: readonly string[]
  /** The scope that includes the user's name. */
  nameScope: string
  /** Whether the provider returns the result in a form post instead of the URL. */
  usesFormPost: boolean
}

/** The default issuers. Null if a provider has no single issuer, in which case the setting is required. */
const ISSUERS: Record<string, string | null> = {
  apple: 'https://appleid.apple.com',
  azure: null,
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
  keycloak: null,
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
}

/** Undefined for a provider that is not supported. */
export const usualIssuer = (provider: string): string | null | undefined =>
  Object.hasOwn(ISSUERS, provider) ? ISSUERS[provider] : undefined

const ENABLED = /^GOTRUE_EXTERNAL_(\w+)_ENABLED$/
/** Sign-in methods that are not providers. */
const OTHERS = ['EMAIL', 'PHONE', 'ANONYMOUS_USERS']
const ON = ['1', 'true', 'on']
const OFF = ['', '0', 'false', 'off']

type Environment = Record<string, string | undefined>
type Refuse = (name: string, message: string) => Error

export function parseProviders(env: Environment, refuse: Refuse): Record<string, ProviderSettings> {
  const providers: Record<string, ProviderSettings> = {}
  for (const [name, value = ''] of Object.entries(env)) {
    const upper = ENABLED.exec(name)?.[1]
    if (!upper || OTHERS.includes(upper) || OFF.includes(value)) continue
    if (!ON.includes(value)) throw refuse(name, 'must be true or false')
    const provider = upper.toLowerCase()
    if (usualIssuer(provider) === undefined)
      throw refuse(name, 'must not be set: this is not a supported OpenID Connect provider')
    providers[provider] = parseProvider(env, upper, refuse)
  }
  return providers
}

function parseProvider(env: Environment, upper: string, refuse: Refuse): ProviderSettings {
  const read = (suffix: string) => env[`GOTRUE_EXTERNAL_${upper}_${suffix}`]?.trim() ?? ''
  const list = (suffix: string) =>
    read(suffix)
      .split(',')
      .flatMap((item) => item.trim().toLowerCase() || [])
  const must = (suffix: string, value: string) => {
    if (!value) throw refuse(`GOTRUE_EXTERNAL_${upper}_${suffix}`, 'must be set together with the provider')
    return value
  }
  const given = trimEndSlashes(must('URL', read('URL') || (usualIssuer(upper.toLowerCase()) ?? '')))
  // GoTrue's setting is the tenant's URL, and the issuer is one level below it.
  const issuer = upper === 'AZURE' && isTenant(given) ? `${given}/v2.0` : given
  if (!isSafe(issuer)) throw refuse(`GOTRUE_EXTERNAL_${upper}_URL`, 'must be a URL that starts with https://')
  const redirectUri = read('REDIRECT_URI') || null
  if (redirectUri && (!URL.canParse(redirectUri) || /[?#]/.test(redirectUri)))
    throw refuse(`GOTRUE_EXTERNAL_${upper}_REDIRECT_URI`, 'must be a URL without a query')
  return {
    clientIds: must('CLIENT_ID', read('CLIENT_ID'))
      .split(',')
      .flatMap((id) => id.trim() || []),
    secret: must('SECRET', read('SECRET')),
    issuer,
    redirectUri,
    authoritativeFor: list('AUTHORITATIVE_DOMAINS'),
    nameScope: upper === 'APPLE' ? 'name' : 'profile',
    // Apple requires a form post if more than the id is requested.
    usesFormPost: upper === 'APPLE',
  }
}

const isTenant = (address: string) => URL.canParse(address) && /^\/[^/]+$/.test(new URL(address).pathname)

/** Keys and secrets are sent to this address, so plain HTTP is allowed only over loopback. */
export function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
