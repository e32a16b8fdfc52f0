import type { Queryable } from '../db/database.ts'

interface Identity {
  id: string
  provider_id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

/** A second factor without its secret. */
interface Factor {
  id: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'verified' | 'unverified'
  friendly_name: string | null
  phone: string | null
  created_at: string
  updated_at: string
  last_challenged_at: string | null
}

/** A row of auth.users as JSON, with its identities, its factors and a flag for a disabled profile. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: string | null
  invited_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  email_change: string | null
  email_change_sent_at: string | null
  phone_confirmed_at: string | null
  phone_change: string | null
  phone_change_sent_at: string | null
  reauthentication_sent_at: string | null
  confirmed_at: string | null
  deleted_at: string | null
  is_anonymous: boolean
  last_sign_in_at: string | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  created_at: string
  updated_at: string
  banned_until: string | null
  identities: Identity[]
  factors: Factor[]
  is_disabled: boolean
}

const SELECT_USER = `
  select to_jsonb(u)
    || jsonb_build_object(
      'email', coalesce(u.email, ''),
      'factors', coalesce((
        select jsonb_agg(to_jsonb(f) - 'secret' - 'web_authn_credential' order by f.created_at)
        from auth.mfa_factors f where f.user_id = u.id
      ), '[]'),
      'identities', coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at) from auth.identities i where i.user_id = u.id), '[]'),
      'is_disabled', coalesce((select p.disabled from public.profiles p where p.id = u.id), false)
    ) as row
  from auth.users u`

export async function findUserById(db: Queryable, id: string, lock = ''): Promise<UserRow | undefined> {
  const { rows } = await db.query<{ row: UserRow }>(`${SELECT_USER} where u.id = $1 ${lock}`, [id])
  return rows[0]?.row
}

export async function getUserById(db: Queryable, id: string, lock = ''): Promise<UserRow> {
  const user = await findUserById(db, id, lock)
  if (!user) throw new Error(`user ${id} no longer exists`)
  return user
}

export async function listUsers(db: Queryable, limit: number, offset: number) {
  const { rows } = await db.query<{ row: UserRow }>(
    `${SELECT_USER} where u.deleted_at is null order by u.created_at desc, u.id limit $1 offset $2`,
    [limit, offset],
  )
  const counted = await db.query<{ total: number }>(
    'select count(*)::int as total from auth.users where deleted_at is null',
  )
  return { users: rows.map(({ row }) => row), total: counted.rows[0]?.total ?? 0 }
}

/** `email` must be in lower case, because addresses are stored that way. */
export async function findUserByEmail(db: Queryable, email: string, lock = ''): Promise<UserRow | undefined> {
  const { rows } = await db.query<{ row: UserRow }>(
    `${SELECT_USER} where u.email = $1 and not u.is_sso_user and u.deleted_at is null ${lock}`,
    [email],
  )
  return rows[0]?.row
}

/** Blocks other transactions from confirming or changing the account until this one ends. */
export const lockUserByEmail = (tx: Queryable, email: string) => findUserByEmail(tx, email, 'for update of u')

export const lockUserById = (tx: Queryable, id: string) => getUserById(tx, id, 'for update of u')

/** `phone` must be digits only, because numbers are stored that way. */
export async function findUserByPhone(db: Queryable, phone: string, lock = ''): Promise<UserRow | undefined> {
  const { rows } = await db.query<{ row: UserRow }>(
    `${SELECT_USER} where u.phone = $1 and not u.is_sso_user and u.deleted_at is null ${lock}`,
    [phone],
  )
  return rows[0]?.row
}

export const lockUserByPhone = (tx: Queryable, phone: string) => findUserByPhone(tx, phone, 'for update of u')

const MAX_PENDING_CHANGES = 10

/** Users with a pending change to this address, newest first. */
export async function findUsersByNewEmail(db: Queryable, email: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from auth.users where email_change = $1 and email_change <> '' and deleted_at is null
     order by email_change_sent_at desc nulls last limit ${MAX_PENDING_CHANGES}`,
    [email],
  )
  return rows.map(({ id }) => id)
}

/** Users with a pending change to this number, newest first. */
export async function findUsersByNewPhone(db: Queryable, phone: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from auth.users where phone_change = $1 and phone_change <> '' and deleted_at is null
     order by phone_change_sent_at desc nulls last limit ${MAX_PENDING_CHANGES}`,
    [phone],
  )
  return rows.map(({ id }) => id)
}

export interface NewUser {
  /** Default: a random id. */
  id?: string
  /** The email address, the phone number or both. */
  email?: string
  phone?: string
  passwordHash: string
  data: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  confirmed: boolean
  /** Whether an admin has invited the user, who is then not announced as a new customer. */
  isInvited?: boolean
  /** Default: `confirmed`. */
  isPhoneConfirmed?: boolean
}

export async function insertUser(tx: Queryable, user: NewUser): Promise<string> {
  const { email = null, phone = null, confirmed, isPhoneConfirmed = confirmed } = user
  const providers = [...(email ? ['email' as const] : []), ...(phone ? ['phone' as const] : [])]
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.users (id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
       raw_app_meta_data, raw_user_meta_data, invited_at, created_at, updated_at)
     values (coalesce($1::uuid, gen_random_uuid()), 'authenticated', 'authenticated', $2, $3, $4, case when $5 then now() end,
       case when $6 then now() end, $7, $8, case when $9 then now() end, now(), now())
     returning id`,
    [
      user.id ?? null,
      email,
      phone,
      user.passwordHash,
      email !== null && confirmed,
      phone !== null && isPhoneConfirmed,
      JSON.stringify({ provider: providers[0], providers, ...user.appMetadata }),
      JSON.stringify(user.data),
      user.isInvited ?? false,
    ],
  )
  const id = (rows[0] as { id: string }).id
  if (email) await insertIdentity(tx, id, 'email', identityData(id, email, confirmed, user.data))
  if (phone)
    await insertIdentity(tx, id, 'phone', {
      ...user.data,
      sub: id,
      phone,
      email_verified: false,
      phone_verified: isPhoneConfirmed,
    })
  return id
}

/** Inserts the identity for the account's own address or number. Its subject is the account id. */
export async function insertIdentity(
  tx: Queryable,
  id: string,
  provider: 'email' | 'phone',
  data: Record<string, unknown>,
): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::uuid, $2, $3, now(), now(), now())`,
    [id, JSON.stringify(data), provider],
  )
}

export async function insertAnonymousUser(tx: Queryable, data: Record<string, unknown>): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.users (id, aud, role, raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at)
     values (gen_random_uuid(), 'authenticated', 'authenticated', '{}', $1, true, now(), now()) returning id`,
    [JSON.stringify(data)],
  )
  return (rows[0] as { id: string }).id
}

/**
 * The reason why the user must set a password next. `issued` means that the current password was generated and shown on a
 * screen, `void` that it was removed because someone else may have registered the address, `invited` that there never was
 * one, and `weak` that it breaks the rules for staff. Stored in app_metadata, where the site and is_admin() read it.
 */
export type MustSetPassword = 'issued' | 'void' | 'invited' | 'weak'
export const MUST_SET_PASSWORD = 'must_set_password'

/**
 * Set in the first admin's app_metadata if the password was generated. That account may replace its address once without
 * an emailed link, because the default address is nobody's.
 */
export const MAY_REPLACE_EMAIL = 'may_replace_email'

/** Every password change goes through here. A null hash leaves the account without a password. */
export async function savePassword(tx: Queryable, id: string, passwordHash: string | null, mustSet?: MustSetPassword) {
  await tx.query(
    `update auth.users set encrypted_password = $2,
       raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - $3) || $4::jsonb, updated_at = now()
     where id = $1`,
    [id, passwordHash, MUST_SET_PASSWORD, JSON.stringify(mustSet ? { [MUST_SET_PASSWORD]: mustSet } : {})],
  )
}

export function identityData(id: string, email: string, isVerified: boolean, data: Record<string, unknown>) {
  return { ...data, sub: id, email, email_verified: isVerified, phone_verified: false }
}

export async function confirmEmail(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now() where id = $1`,
    [id],
  )
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [id],
  )
}

/** The user in GoTrue's format, in which unset times are omitted rather than null. */
export function toUser(row: UserRow) {
  return dropEmpty({
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email,
    email_confirmed_at: toTime(row.email_confirmed_at),
    phone: row.phone ?? '',
    phone_confirmed_at: toTime(row.phone_confirmed_at),
    confirmation_sent_at: toTime(row.confirmation_sent_at),
    confirmed_at: toTime(row.confirmed_at),
    invited_at: toTime(row.invited_at),
    recovery_sent_at: toTime(row.recovery_sent_at),
    new_email: row.email_change || undefined,
    new_phone: row.phone_change || undefined,
    phone_change_sent_at: toTime(row.phone_change_sent_at),
    email_change_sent_at: toTime(row.email_change_sent_at),
    reauthentication_sent_at: toTime(row.reauthentication_sent_at),
    last_sign_in_at: toTime(row.last_sign_in_at),
    app_metadata: row.raw_app_meta_data ?? {},
    user_metadata: row.raw_user_meta_data ?? {},
    identities: row.identities.map(toIdentity),
    factors: row.factors.length > 0 ? row.factors.map(toFactor) : undefined,
    created_at: toTime(row.created_at),
    updated_at: toTime(row.updated_at),
    banned_until: toTime(row.banned_until),
    deleted_at: toTime(row.deleted_at),
    is_anonymous: row.is_anonymous,
  })
}

function toIdentity(row: Identity) {
  return dropEmpty({
    identity_id: row.id,
    id: row.provider_id,
    user_id: row.user_id,
    identity_data: row.identity_data,
    provider: row.provider,
    last_sign_in_at: toTime(row.last_sign_in_at),
    created_at: toTime(row.created_at),
    updated_at: toTime(row.updated_at),
    email: row.email ?? undefined,
  })
}

function toFactor(row: Factor) {
  return dropEmpty({
    id: row.id,
    created_at: toTime(row.created_at),
    updated_at: toTime(row.updated_at),
    status: row.status,
    friendly_name: row.friendly_name ?? undefined,
    factor_type: row.factor_type,
    phone: row.phone ?? undefined,
    last_challenged_at: toTime(row.last_challenged_at),
  })
}

const toTime = (text: string | null) => (text ? new Date(text).toISOString() : undefined)

function dropEmpty<T extends Record<string, unknown>>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
