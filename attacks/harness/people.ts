// The callers, with real keys and tokens.
import { turnOnTwoSteps } from '../../e2e/fixtures/totp.ts'
import { send } from './http.ts'
import { ADMIN, type Site } from './site.ts'

export interface Person {
  id: string
  email: string
  password: string
  token: string
  /** The session as the browser stores it. */
  session: string
}

const ACTORS = [
  'visitor',
  'customer',
  'another customer',
  'disabled customer',
  'sales',
  'disabled sales',
  'admin',
  'admin without the second step',
  'admin whose session ended',
  'service',
] as const

export type Actor = (typeof ACTORS)[number]

export type Cast = Record<Actor, Record<string, string>>

export interface People {
  headers: Cast
  customer: Person
  another: Person
  disabled: Person
  sales: Person
  admin: Person
  /** Staff who have no access at the moment. */
  disabledSales: Person
  halfwayAdmin: Person
  endedAdmin: Person
}

/** Setup requests use this address, so that attacks don't use up its limits. */
const BACKSTAGE = '127.9.9.9'

export const PASSWORD = 'quiet-otter-barn-41'

export async function createPeople(site: Site): Promise<People> {
  const { publishableKey, secretKey } = site.keys
  const customer = await createCustomer(site, 'carol')
  const another = await createCustomer(site, 'dave')
  const disabled = await createCustomer(site, 'eve')
  const sales = await createCustomer(site, 'sam')
  const disabledSales = await createCustomer(site, 'tess')
  const endedAdmin = await createCustomer(site, 'finn')
  const admin = await signInFirstAdmin(site)
  const halfwayAdmin = await createHalfwayAdmin(site)
  await serviceCall(site, 'POST', '/rest/v1/user_roles', [
    ...[sales, disabledSales].map(({ id }) => ({ user_id: id, role: 'sales' })),
    ...[halfwayAdmin, endedAdmin].map(({ id }) => ({ user_id: id, role: 'admin' })),
  ])
  await serviceCall(site, 'PATCH', `/rest/v1/profiles?id=in.(${disabled.id},${disabledSales.id})`, { disabled: true })
  const bearer = ({ token }: Person) => ({ apikey: publishableKey, authorization: `Bearer ${token}` })
  await send(site.url, { method: 'POST', path: '/auth/v1/logout', headers: bearer(endedAdmin) })
  return {
    customer,
    another,
    disabled,
    sales,
    admin,
    disabledSales,
    halfwayAdmin,
    endedAdmin,
    headers: {
      visitor: { apikey: publishableKey },
      customer: bearer(customer),
      'another customer': bearer(another),
      'disabled customer': bearer(disabled),
      sales: bearer(sales),
      'disabled sales': bearer(disabledSales),
      admin: bearer(admin),
      'admin without the second step': bearer(halfwayAdmin),
      'admin whose session ended': bearer(endedAdmin),
      service: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    },
  }
}

/** With several workers, the site can be ready before the primary process has created the admin. */
async function signInFirstAdmin(site: Site): Promise<Person> {
  for (let tries = 40; ; tries--) {
    try {
      return await signIn(site, ADMIN.email, ADMIN.password)
    } catch (error) {
      if (tries === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

async function createCustomer(site: Site, name: string): Promise<Person> {
  const email = `${name}@example.com`
  await serviceCall(site, 'POST', '/auth/v1/admin/users', {
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { first_name: name, last_name: 'Marsh' },
  })
  return signIn(site, email, PASSWORD)
}

/** Has two-step verification and has signed in with the password only. */
async function createHalfwayAdmin(site: Site): Promise<Person> {
  const { email, password } = await createCustomer(site, 'bob')
  await turnOnTwoSteps({ backendUrl: site.url, keys: site.keys }, { email, password })
  return signIn(site, email, password)
}

export async function signIn(site: Site, email: string, password: string): Promise<Person> {
  const answer = await send(site.url, {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey: site.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 200) throw new Error(`Could not sign in as ${email}: ${answer.status} ${answer.text}`)
  const { access_token: token, user } = JSON.parse(answer.text) as { access_token: string; user: { id: string } }
  return { id: user.id, email, password, token, session: answer.text }
}

/** Uses the secret key to prepare data for an attack, and throws if that fails. */
export async function serviceCall<T = unknown>(site: Site, method: string, path: string, body?: unknown): Promise<T> {
  const { secretKey } = site.keys
  const call = {
    method,
    path,
    from: BACKSTAGE,
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const answer = await send(site.url, call, { keepBytes: 16 * 1024 * 1024 })
  if (answer.status < 200 || answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return (answer.text ? JSON.parse(answer.text) : null) as T
}
