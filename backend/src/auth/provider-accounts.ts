// Whose account it is that somebody comes to from a provider.

import type { ProviderSettings } from '../config/auth-providers.ts'
import type { Queryable } from '../db/database.ts'
import { requireEmail } from './body.ts'
import { AuthError } from './errors.ts'
import type { IdClaims } from './openid.ts'
import { confirmUnproved, isProved, proveEmail, vouchForEmail } from './proof.ts'
import type { AuthServices } from './services.ts'
import { getUserById, insertUser, lockUserByEmail, type UserRow } from './users.ts'

export interface Arrival {
  provider: string
  claims: IdClaims
}

/** The account of whoever arrives: the one that they came to before, the one of their address, or a new one. */
export async function accountOf(services: AuthServices, tx: Queryable, arrival: Arrival): Promise<UserRow> {
  const { provider, claims } = arrival
  const known = await ownerOf(tx, provider, claims.sub)
  if (known) {
    await tx.query(
      `update auth.identities set identity_data = identity_data || $3::jsonb, last_sign_in_at = now(), updated_at = now()
       where provider = $1 and provider_id = $2`,
      [provider, claims.sub, JSON.stringify(identityOf(arrival))],
    )
    return getUserById(tx, known)
  }
  if (!claims.email) throw new AuthError('validation_failed', 'Error getting user email from external provider')
  const email = requireEmail(claims.email)
  if (!saysVerified(claims))
    throw new AuthError('provider_email_needs_verification', `Unverified email with ${provider}`)
  const isAuthoritative = isAuthority(services.settings.providers[provider] as ProviderSettings, email)
  const owner = await lockUserByEmail(tx, email)
  if (owner) return join(tx, owner, arrival, isAuthoritative)
  if (services.settings.disableSignup) throw new AuthError('signup_disabled', 'Signups not allowed for this instance')
  return create(tx, email, arrival, isAuthoritative)
}

/** Microsoft says it in a claim of its own, which has to be added to the token (xms_edov). */
function saysVerified({ email_verified, xms_edov }: IdClaims): boolean {
  return [true, 'true', 1, '1'].some((yes) => yes === email_verified || yes === xms_edov)
}

async function ownerOf(tx: Queryable, provider: string, subject: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  )
  return rows[0]?.user_id
}

function isAuthority({ authoritativeFor }: ProviderSettings, email: string): boolean {
  return authoritativeFor.includes('*') || authoritativeFor.includes(email.split('@')[1] ?? '')
}

/**
 * An address that has an account is joined to it only on the word of whoever hands such addresses out, and only to an account
 * that is confirmed: one that waits may be a stranger's, who would share what they made ready.
 */
async function join(tx: Queryable, owner: UserRow, arrival: Arrival, isAuthoritative: boolean): Promise<UserRow> {
  if (!isAuthoritative || !owner.email_confirmed_at)
    throw new AuthError('user_already_exists', 'There is an account with this address. Sign in to it by e-mail first')
  if (!(await isProved(tx, owner.id))) await proveEmail(tx, owner)
  await addIdentity(tx, owner.id, arrival)
  return getUserById(tx, owner.id)
}

async function create(tx: Queryable, email: string, arrival: Arrival, isAuthoritative: boolean): Promise<UserRow> {
  const { given_name: first_name, family_name: last_name, name: full_name, picture: avatar_url } = arrival.claims
  const named = Object.entries({ first_name, last_name, full_name, avatar_url })
  const data = Object.fromEntries(
    named.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value.slice(0, 200)]] : [])),
  )
  const id = await insertUser(tx, { email, passwordHash: '', data, confirmed: false })
  // Its way in is the provider alone.
  await tx.query('delete from auth.identities where user_id = $1', [id])
  await tx.query(`update auth.users set raw_app_meta_data = jsonb_build_object('provider', $2::text) where id = $1`, [
    id,
    arrival.provider,
  ])
  if (isAuthoritative) await vouchForEmail(tx, id)
  else await confirmUnproved(tx, id)
  await addIdentity(tx, id, arrival)
  return getUserById(tx, id)
}

/** Another way into an account, for whoever is signed in to it. One that is somebody's already stays theirs. */
export async function linkTo(tx: Queryable, userId: string, arrival: Arrival): Promise<void> {
  if (await ownerOf(tx, arrival.provider, arrival.claims.sub))
    throw new AuthError('identity_already_exists', 'Identity is already linked to another user')
  await addIdentity(tx, userId, arrival)
}

async function addIdentity(tx: Queryable, userId: string, arrival: Arrival): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [arrival.claims.sub, userId, JSON.stringify(identityOf(arrival)), arrival.provider],
  )
  await noteProviders(tx, userId)
}

/** What tokens say about the ways in. */
export async function noteProviders(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
       'providers', (select coalesce(jsonb_agg(provider order by created_at), '[]') from auth.identities where user_id = $1))
     where id = $1`,
    [userId],
  )
}

function identityOf({ claims }: Arrival): Record<string, unknown> {
  const { iss, sub, email, name, picture } = claims
  return {
    iss,
    sub,
    provider_id: sub,
    email,
    email_verified: saysVerified(claims),
    phone_verified: false,
    full_name: name,
    avatar_url: picture,
  }
}
