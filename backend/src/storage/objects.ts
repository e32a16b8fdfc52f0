// The rows behind the files. Every statement runs as the caller: the policies on storage.objects decide.

import type { Caller, Queryable } from '../db/database.ts'

export interface Bucket {
  id: string
  name: string
  owner: string
  public: boolean
  type: 'STANDARD'
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: string
  updated_at: string
}

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

// Dates as the platform prints them.
const DATE = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
const DATES = ['created_at', 'updated_at', 'last_accessed_at'].map(DATE).join(', ')
const OBJECT = `id, bucket_id, name, owner, version, metadata, user_metadata, ${DATES}`
const BUCKET = `id, name, coalesce(owner_id, '') as owner, public, 'STANDARD' as type, file_size_limit,
  allowed_mime_types, ${DATE('created_at')}, ${DATE('updated_at')}`

export async function listBuckets(tx: Queryable): Promise<Bucket[]> {
  return (await tx.query<Bucket>(`select ${BUCKET} from storage.buckets order by name`)).rows
}

export async function findBucket(tx: Queryable, id: string): Promise<Bucket | null> {
  return (await tx.query<Bucket>(`select ${BUCKET} from storage.buckets where id = $1`, [id])).rows[0] ?? null
}

export async function findObject(tx: Queryable, bucket: string, name: string): Promise<ObjectRow | null> {
  const text = `select ${OBJECT} from storage.objects where bucket_id = $1 and name = $2`
  return (await tx.query<ObjectRow>(text, [bucket, name])).rows[0] ?? null
}

export interface NewObject {
  bucket: string
  name: string
  metadata: ObjectMetadata | null
  userMetadata: Record<string, unknown> | null
}

/** Fails with 23505 when the name is taken, unless it may be replaced. */
export async function saveObject(
  tx: Queryable,
  caller: Caller,
  object: NewObject,
  mayReplace: boolean,
): Promise<string> {
  const owner = typeof caller.claims?.sub === 'string' ? caller.claims.sub : null
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

export async function removeObjects(tx: Queryable, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
  const text = `delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning ${OBJECT}`
  return (await tx.query<ObjectRow>(text, [bucket, names])).rows
}

/** Whether any policy lets this role remove objects at all; which ones, the policies say of each. */
export async function mayRemoveSome(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.query<{ may: boolean }>(
    `select rolbypassrls or exists (
       select from pg_policies where schemaname = 'storage' and tablename = 'objects' and permissive = 'PERMISSIVE'
         and cmd in ('ALL', 'DELETE') and roles && array[current_user, 'public']::name[]
     ) as may from pg_roles where rolname = current_user`,
  )
  return rows[0]?.may ?? false
}

const SORT_COLUMNS = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const

export interface Listing {
  prefix: string
  limit: number
  offset: number
  search: string
  column: (typeof SORT_COLUMNS)[number]
  order: 'asc' | 'desc'
}

export const isSortColumn = (value: unknown): value is Listing['column'] => SORT_COLUMNS.some((name) => name === value)

/** One folder level: files, and folders as rows of nulls. */
export async function listObjects(tx: Queryable, bucket: string, listing: Listing) {
  const folder = listing.prefix.replace(/^\/+|\/+$/g, '')
  const prefix = folder ? `${folder}/` : ''
  // The columns and the order come from the short list above, the rest are values.
  const text = `
    with visible as (
      select *, substr(name, length($2) + 1) as rest from storage.objects
      where bucket_id = $1 and starts_with(name, $2) and substr(name, length($2) + 1) ilike $3
    ), entries as (
      select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as created_at,
        null::timestamptz as updated_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from visible where rest like '%/%' group by 1
      union all
      select rest, id, created_at, updated_at, last_accessed_at, metadata from visible where rest not like '%/%'
    )
    select name, id, ${DATES.replaceAll('at time zone', '::timestamptz at time zone')}, metadata from entries
    order by entries.${listing.column} ${listing.order}, entries.name limit $4 offset $5`
  const search = `${listing.search.replace(/[\\%_]/g, '\\$&')}%`
  return (await tx.query(text, [bucket, prefix, search, listing.limit, listing.offset])).rows
}
