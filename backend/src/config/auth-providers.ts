// Which providers of OpenID Connect people may sign in with.

import { isLoopback } from '../lib/loopback.ts'
import { trimEndSlashes } from '../lib/trim-slashes.ts'

export interface ProviderSettings {
  clientIds: readonly string[]
  secret: string
  issuer: string
  redirectUri: string | null
  /** Domains whose addresses this provider itself hands out, or `*`: for those its word is as good as a mail of ours. */
  authoritativeFor: readonly string[]
  /** What it calls the part of a token that has the name. */
  nameScope: string
  /** It sends the browser back by a form and not by an address. */
  answersByForm: boolean
}

/** Where each is, unless the setting says so; null where there is no one place. */
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

/** undefined for what is no provider that could be configured here. */
export const usualIssuer = (provider: string): string | null | undefined =>
  Object.hasOwn(ISSUERS, provider) ? ISSUERS[provider] : undefined

const ENABLED = /^GOTRUE_EXTERNAL_(\w+)_ENABLED$/
/** Ways in that are no providers. */
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
      throw refuse(name, 'is not a provider of OpenID Connect that is known here')
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
  // GoTrue's setting names the tenant; its issuer is one step below.
  const issuer = upper === 'AZURE' && isTenant(given) ? `${given}/v2.0` : given
  if (!isSafe(issuer)) throw refuse(`GOTRUE_EXTERNAL_${upper}_URL`, 'must be an address that starts with https://')
  const redirectUri = read('REDIRECT_URI') || null
  if (redirectUri && !URL.canParse(redirectUri))
    throw refuse(`GOTRUE_EXTERNAL_${upper}_REDIRECT_URI`, 'must be an address')
  return {
    clientIds: must('CLIENT_ID', read('CLIENT_ID'))
      .split(',')
      .flatMap((id) => id.trim() || []),
    secret: must('SECRET', read('SECRET')),
    issuer,
    redirectUri,
    authoritativeFor: list('AUTHORITATIVE_DOMAINS'),
    nameScope: upper === 'APPLE' ? 'name' : 'profile',
    // Apple insists on it wherever more than the id is asked for.
    answersByForm: upper === 'APPLE',
  }
}

const isTenant = (address: string) => URL.canParse(address) && /^\/[^/]+$/.test(new URL(address).pathname)

/** Keys and secrets travel there; plain only within the machine. */
export function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
