// Calls every /auth/v1 operation, including those that are switched off.
import { PASSWORD } from '../harness/people.ts'
import type { Random } from '../harness/random.ts'
import { awkward, awkwardText, encoded, type Grammar, json, pickActor, type World } from './grammar.ts'

const OPERATIONS: readonly [method: string, path: string][] = [
  ['POST', '/signup'],
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['POST', '/token?grant_type=pkce'],
  ['POST', '/token?grant_type=id_token'],
  ['POST', '/token'],
  ['GET', '/verify'],
  ['POST', '/verify'],
  ['POST', '/resend'],
  ['POST', '/recover'],
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/logout?scope=others'],
  ['GET', '/settings'],
  ['GET', '/health'],
  ['GET', '/.well-known/jwks.json'],
  ['GET', '/admin/users?page=1&per_page=50'],
  ['POST', '/admin/users'],
  ['GET', '/admin/users/ID'],
  ['PUT', '/admin/users/ID'],
  ['DELETE', '/admin/users/ID'],
  ['POST', '/admin/generate_link'],
  ['POST', '/otp'],
  ['POST', '/magiclink'],
  ['POST', '/sso'],
  ['GET', '/authorize?provider=github'],
  ['GET', '/callback'],
  ['POST', '/callback'],
  ['GET', '/reauthenticate'],
  ['GET', '/user/identities/authorize'],
  ['DELETE', '/user/identities/ID'],
  ['POST', '/factors'],
  ['POST', '/factors/ID/challenge'],
  ['POST', '/factors/ID/verify'],
  ['DELETE', '/factors/ID'],
  ['GET', '/recovery-codes'],
  ['POST', '/recovery-codes'],
  ['POST', '/recovery-codes/verify'],
  ['GET', '/admin/users/ID/factors'],
  ['DELETE', '/admin/users/ID/factors/ID'],
  ['POST', '/invite'],
]

export const authGrammar: Grammar = (random, world) => {
  const [method, template] = random.pick(OPERATIONS)
  // Signed-in callers must stay signed in, because their tokens are used for the whole run.
  const actor = template.startsWith('/logout') || method === 'PUT' ? 'visitor' : pickActor(random)
  let path = `/auth/v1${template.replaceAll('ID', () => (random.chance(0.7) ? random.pick(world.ids) : random.text(6)))}`
  if (method === 'GET' && random.chance(0.5)) path += `${path.includes('?') ? '&' : '?'}${search(random)}`
  const headers = world.headers[actor]
  if (method === 'GET' || method === 'DELETE') return { method, path, headers }
  const sent = json(body(random, world))
  return { method, path, body: sent.body, headers: { ...headers, ...sent.headers } }
}

const FIELDS =
  'email password data token token_hash type refresh_token gotrue_meta_security redirect_to nonce phone channel create_user factor_type friendly_name challenge_id code provider id_token domain'.split(
    ' ',
  )

function body(random: Random, world: World): unknown {
  if (random.chance(0.05)) return awkward(random)
  const full: Record<string, unknown> = {
    email: random.chance(0.7) ? random.pick(world.emails) : `${random.text(8)}@example.com`,
    password: random.chance(0.1) ? PASSWORD : random.text(random.below(90)),
    data: { first_name: random.text(5), last_name: awkward(random) },
    token: random.text(6),
    token_hash: random.text(56),
    type: random.pick([
      'signup',
      'recovery',
      'email',
      'invite',
      'email_change',
      'magiclink',
      'sms',
      'phone_change',
      'nothing',
    ]),
    refresh_token: random.text(12),
    factor_type: random.pick(['totp', 'phone', 'webauthn']),
    provider: random.pick(['google', 'keycloak', 'github']),
    id_token: random.text(40),
    challenge_id: random.pick(world.ids),
    code: String(random.below(1_000_000)),
    gotrue_meta_security: { captcha_token: random.text(20) },
  }
  for (const field of random.some(FIELDS, 3)) {
    if (random.chance(0.5)) delete full[field]
    else full[field] = awkward(random)
  }
  return full
}

const search = (random: Random) =>
  random
    .some(['token', 'token_hash', 'type', 'redirect_to', 'page', 'per_page', 'grant_type', 'provider'], 4)
    .map((name) => {
      const value = random.pick([
        'signup',
        'recovery',
        'http://elsewhere.example/',
        '-1',
        '1000000',
        awkwardText(random),
      ])
      return `${name}=${encoded(value)}`
    })
    .join('&')
