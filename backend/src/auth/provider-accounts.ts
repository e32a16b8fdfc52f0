// Finds or creates the account for a sign-in with a provider.

import type { ProviderSettings } from '../config/auth-providers.ts'
import type { Queryable } from '../db/database.ts'
import { requireEmail } from './body.ts'
import { AuthError } from './errors.ts'
import type { IdClaims } from './openid.ts'
import { confirmUnproved, isProved, proveEmail, vouchForEmail } from './proof.ts'
import type { AuthServices } from './services.ts'
import { getUserById, insertUser, lockUserByEmail, type UserRow } from './users.ts'

export interface ProviderIdentity {
  provider: string
  claims: IdClaims
}

/** The account linked to this identity, the account with its email address, or a new one. */
export async function findOrCreateAccount(
  services: AuthServices,
  tx: Queryable,
  identity: ProviderIdentity,
): Promise<UserRow> {
  const { provider, claims } = identity
  const known = await findOwner(tx, provider, claims.sub)
  if (known) {
    await tx.query(
      `update auth.identities set identity_data = identity_data || $3::jsonb, last_sign_in_at = now(), updated_at = now()
       where provider = $1 and provider_id = $2`,
      [provider, claims.sub, JSON.stringify(identityOf(identity))],
    )
    return getUserById(tx, known)
  }
  if (!claims.email) throw new AuthError('validation_failed', 'Error getting user email from external provider')
  const email = requireEmail(claims.email)
  if (!saysVerified(claims))
    throw new AuthError('provider_email_needs_verification', `Unverified email with ${provider}`)
  const isAuthoritative = isAuthority(services.settings.providers[provider] as ProviderSettings, email)
  const owner = await lockUserByEmail(tx, email)
  if (owner) return linkToOwner(tx, owner, identity, isAuthoritative)
  if (services.settings.disableSignup) throw new AuthError('signup_disabled', 'Signups not allowed for this instance')
  return create(tx, email, identity, isAuthoritative)
}

/** Microsoft uses its own claim, xms_edov, which has to be enabled for the token. */
function saysVerified({ email_verified, xms_edov }: IdClaims): boolean {
  return [true, 'true', 1, '1'].some((yes) => yes === email_verified || yes === xms_edov)
}

async function findOwner(tx: Queryable, provider: string, subject: string): Promise<string | undefined> {
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
 * Links the identity to the existing account with its address, but only if the provider is authoritative for the
 * address and the account is confirmed. Otherwise someone else may have registered the account and would still have
 * access to it.
 */
async function linkToOwner(
  tx: Queryable,
  owner: UserRow,
  identity: ProviderIdentity,
  isAuthoritative: boolean,
): Promise<UserRow> {
  if (!isAuthoritative || !owner.email_confirmed_at)
    throw new AuthError(
      'user_already_exists',
      'An account with this email address already exists. Sign in with your email address first',
    )
  if (!(await isProved(tx, owner.id))) await proveEmail(tx, owner)
  await addIdentity(tx, owner.id, identity)
  return getUserById(tx, owner.id)
}

async function create(
  tx: Queryable,
  email: string,
  identity: ProviderIdentity,
  isAuthoritative: boolean,
): Promise<UserRow> {
  const { given_name: first_name, family_name: last_name, name: full_name, picture: avatar_url } = identity.claims
  const named = Object.entries({ first_name, last_name, full_name, avatar_url })
  const data = Object.fromEntries(
    named.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value.slice(0, 200)]] : [])),
  )
  const id = await insertUser(tx, { email, passwordHash: '', data, confirmed: false })
  // The provider is the only way to sign in.
  await tx.query('delete from auth.identities where user_id = $1', [id])
  await tx.query(`update auth.users set raw_app_meta_data = jsonb_build_object('provider', $2::text) where id = $1`, [
    id,
    identity.provider,
  ])
  if (isAuthoritative) await vouchForEmail(tx, id)
  else await confirmUnproved(tx, id)
  await addIdentity(tx, id, identity)
  return getUserById(tx, id)
}

/** Links a provider to the signed-in user's account, unless the identity already belongs to an account. */
export async function linkTo(tx: Queryable, userId: string, identity: ProviderIdentity): Promise<void> {
  if (await findOwner(tx, identity.provider, identity.claims.sub))
    throw new AuthError('identity_already_exists', 'Identity is already linked to another user')
  await addIdentity(tx, userId, identity)
}

async function addIdentity(tx: Queryable, userId: string, identity: ProviderIdentity): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [identity.claims.sub, userId, JSON.stringify(identityOf(identity)), identity.provider],
  )
  await updateProviders(tx, userId)
}

/** Updates the list of providers in app_metadata, which is part of every token. */
export async function updateProviders(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
       'providers', (select coalesce(jsonb_agg(provider order by created_at), '[]') from auth.identities where user_id = $1))
     where id = $1`,
    [userId],
  )
}

function identityOf({ claims }: ProviderIdentity): Record<string, unknown> {
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
