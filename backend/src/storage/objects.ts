// The rows that describe the files. Every statement runs as the caller, so the policies on storage.objects apply.

import { asRole } from '../db/as-role.ts'
import type { Caller, Database, Queryable } from '../db/database.ts'

export interface ObjectRow {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  version: string | null
  metadata: ObjectMetadata | null
  user_metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  last_accessed_at: string
}

export interface ObjectMetadata {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
}

// Dates in Supabase's format.
export const DATE = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
export const DATES = ['created_at', 'updated_at', 'last_accessed_at'].map(DATE).join(', ')
const OBJECT = `id, bucket_id, name, owner, version, metadata, user_metadata, ${DATES}`
export async function findObject(tx: Queryable, bucket: string, name: string): Promise<ObjectRow | null> {
  const text = `select ${OBJECT} from storage.objects where bucket_id = $1 and name = $2`
  return (await tx.query<ObjectRow>(text, [bucket, name])).rows[0] ?? null
}

/** Returns those names that the caller may see. */
export async function findObjects(tx: Queryable, bucket: string, names: readonly string[]): Promise<string[]> {
  const text = 'select name from storage.objects where bucket_id = $1 and name = any($2::text[])'
  return (await tx.query<{ name: string }>(text, [bucket, names])).rows.map(({ name }) => name)
}

export interface ObjectName {
  bucket: string
  name: string
}

export interface NewObject extends ObjectName {
  metadata: ObjectMetadata | null
  userMetadata: Record<string, unknown> | null
}

export const ownerOf = ({ claims }: Caller): string | null => (typeof claims?.sub === 'string' ? claims.sub : null)

/** Undefined for anonymous callers and for the service. */
export const sessionOf = ({ role, claims }: Caller): string | undefined =>
  role === 'authenticated' ? String(claims?.session_id ?? '') : undefined

/** Fails with PT401, as the policies do, if the user's session has ended. */
export async function requireSession(db: Database, owner: string | undefined, session: string | undefined) {
  if (session === undefined) return
  const user: Caller = { role: 'authenticated', claims: { sub: owner, session_id: session } }
  await asRole(db, user, (tx) => tx.query('select forecourt.session_user_id()'), { readOnly: true })
}

/** Fails with 23505 if the name is taken, unless the existing object may be replaced. */
export async function saveObject(
  tx: Queryable,
  caller: Caller,
  object: NewObject,
  mayReplace: boolean,
): Promise<string> {
  const owner = ownerOf(caller)
  const replace = `on conflict (bucket_id, name) do update set metadata = excluded.metadata, version = excluded.version,
    user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
  const { rows } = await tx.query<{ id: string }>(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, user_metadata, version)
     values ($1, $2, $3::uuid, $3, $4::jsonb, $5::jsonb, gen_random_uuid()::text)
     ${mayReplace ? replace : ''} returning id`,
    [
      object.bucket,
      object.name,
      owner,
      object.metadata && JSON.stringify(object.metadata),
      object.userMetadata && JSON.stringify(object.userMetadata),
    ],
  )
  return rows[0]?.id ?? ''
}

/** Returns the id, or null if the policies do not allow the change. Fails with 23505 if the name is taken. */
export async function renameObject(tx: Queryable, from: ObjectName, to: ObjectName): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `update storage.objects set bucket_id = $3, name = $4, version = gen_random_uuid()::text, updated_at = now()
     where bucket_id = $1 and name = $2 returning id`,
    [from.bucket, from.name, to.bucket, to.name],
  )
  return rows[0]?.id ?? null
}

/** Removes up to `limit` objects from a bucket. Returns none once there are no more that the caller may remove. */
export async function removeSome(tx: Queryable, bucket: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `delete from storage.objects where id in (select id from storage.objects where bucket_id = $1 limit $2) returning name`,
    [bucket, limit],
  )
  return rows.map(({ name }) => name)
}

export async function isUsed(tx: Queryable, bucket: string): Promise<boolean> {
  return (await tx.query('select from storage.objects where bucket_id = $1 limit 1', [bucket])).rows.length > 0
}

export async function removeObjects(tx: Queryable, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
  const text = `delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning ${OBJECT}`
  return (await tx.query<ObjectRow>(text, [bucket, names])).rows
}

/** Whether any policy lets this role remove objects at all. */
export async function mayRemoveSome(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.query<{ may: boolean }>(
    `select rolbypassrls or exists (
       select from pg_policies where schemaname = 'storage' and tablename = 'objects' and permissive = 'PERMISSIVE'
         and cmd in ('ALL', 'DELETE') and roles && array[current_user, 'public']::name[]
     ) as may from pg_roles where rolname = current_user`,
  )
  return rows[0]?.may ?? false
}
