// Buckets. The policies on storage.buckets allow only the service role to create and change them.

import { BRAND_BUCKET, VEHICLE_BUCKET } from '../../../supabase/functions/_shared/picture-variants.ts'
import type { Changes } from '../db/change-feed.ts'
import { type Caller, type Database, DatabaseError, type Queryable } from '../db/database.ts'
import { StorageError } from './errors.ts'
import { INSTALLATION_KEY } from './installation.ts'
import {
  MAX_BUCKET_NAME_CHARACTERS,
  MAX_BUCKETS_LISTED,
  MAX_DOCUMENT_BYTES,
  MAX_MIME_TYPE_CHARACTERS,
  MAX_MIME_TYPES,
} from './limits.ts'
import { DATE, ownerOf } from './objects.ts'
import { isBucketId, type JsonBody, requireText } from './request.ts'

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

const BUCKET = `id, name, coalesce(owner::text, owner_id, '') as owner, public, 'STANDARD' as type, file_size_limit,
  allowed_mime_types, ${DATE('created_at')}, ${DATE('updated_at')}`

/** Names that the service uses in its routes, or for a file beside the buckets on disk. */
const RESERVED = new Set([
  'public',
  'authenticated',
  'sign',
  'info',
  'list',
  'list-v2',
  'upload',
  'move',
  'copy',
  'render',
  'image',
  'object',
  'bucket',
  'storage',
  'v1',
  'cdn',
  's3',
  'health',
  'status',
  INSTALLATION_KEY,
])

/** Vehicle and brand pictures are checked and re-encoded, and are always public. Other buckets store files as uploaded. */
export const isPictureBucket = (id: string): boolean => id === VEHICLE_BUCKET || id === BRAND_BUCKET

export interface BucketRules {
  public?: boolean
  file_size_limit?: number | null
  allowed_mime_types?: string[] | null
}

export interface NewBucket extends BucketRules {
  id: string
  name: string
}

export function parseNewBucket(body: JsonBody): NewBucket {
  const name = requireText(body, 'name')
  const id = typeof body.id === 'string' ? body.id : name
  for (const one of [id, name]) {
    if (!isBucketId(one) || one.length > MAX_BUCKET_NAME_CHARACTERS || RESERVED.has(one.toLowerCase())) {
      throw new StorageError('InvalidBucketName')
    }
  }
  if (body.type !== undefined && body.type !== 'STANDARD') {
    throw new StorageError('InvalidRequest', 'body/type must be equal to one of the allowed values')
  }
  return { id, name, ...parseRules(body) }
}

export function parseRules(body: JsonBody): BucketRules {
  const rules: BucketRules = {}
  if (body.public !== undefined) {
    if (typeof body.public !== 'boolean') throw new StorageError('InvalidRequest', 'body/public must be boolean')
    rules.public = body.public
  }
  if (body.file_size_limit !== undefined) rules.file_size_limit = parseSize(body.file_size_limit)
  if (body.allowed_mime_types !== undefined) rules.allowed_mime_types = parseTypes(body.allowed_mime_types)
  return rules
}

const UNITS: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
}

function parseSize(value: unknown): number | null {
  if (value === null) return null
  const [, digits = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)\s*([a-z]*)$/i.exec(String(value).trim()) ?? []
  const factor = UNITS[unit.toLowerCase()]
  const isText = typeof value === 'string' || typeof value === 'number'
  if (!isText || digits === '' || factor === undefined) {
    throw new StorageError('InvalidRequest', 'body/file_size_limit must be a number of bytes or a text such as 20MB')
  }
  const bytes = Math.floor(Number(digits) * factor)
  // A bucket cannot allow more than the service accepts.
  if (bytes > MAX_DOCUMENT_BYTES) throw new StorageError('EntityTooLarge')
  return bytes
}

const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:[a-z0-9][a-z0-9!#$&^_.+-]*|\*)$/i

function parseTypes(value: unknown): string[] | null {
  if (value === null) return null
  if (!Array.isArray(value) || value.length > MAX_MIME_TYPES) {
    throw new StorageError(
      'InvalidRequest',
      `body/allowed_mime_types must be an array of at most ${MAX_MIME_TYPES} types`,
    )
  }
  for (const type of value) {
    if (typeof type !== 'string' || type.length > MAX_MIME_TYPE_CHARACTERS || !MIME_TYPE.test(type)) {
      throw new StorageError('InvalidMimeType', `mime type ${String(type).slice(0, 100)} is not supported`)
    }
  }
  return value.length === 0 ? null : value
}

/** Refuses an invalid type, or a type that the bucket does not accept. */
export function requireType({ allowed_mime_types }: Bucket, type: string): void {
  const plain = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isType = type.length <= MAX_MIME_TYPE_CHARACTERS && MIME_TYPE.test(plain) && !plain.endsWith('*')
  const takes = (one: string) => one === plain || (one.endsWith('/*') && plain.startsWith(one.slice(0, -1)))
  if (!isType || !(allowed_mime_types?.some((one) => takes(one.toLowerCase())) ?? true)) {
    throw new StorageError('InvalidMimeType', `mime type ${type.slice(0, 100)} is not supported`)
  }
}

export interface BucketListing {
  limit: number
  offset: number
  column: 'id' | 'name' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
  search: string
}

const LIST_COLUMNS = ['id', 'name', 'created_at', 'updated_at'] as const

export function parseBucketListing(query: URLSearchParams): BucketListing {
  const whole = (name: string, unset: number) => {
    const text = query.get(name)
    if (text === null) return unset
    if (!/^\d{1,9}$/.test(text)) throw new StorageError('InvalidRequest', `querystring/${name} must be integer`)
    return Number(text)
  }
  const column = LIST_COLUMNS.find((one) => one === (query.get('sortColumn') ?? 'name'))
  const order = query.get('sortOrder') ?? 'asc'
  if (!column || (order !== 'asc' && order !== 'desc')) {
    throw new StorageError('InvalidRequest', 'querystring/sortColumn must be equal to one of the allowed values')
  }
  const limit = Math.min(whole('limit', MAX_BUCKETS_LISTED), MAX_BUCKETS_LISTED)
  return { limit, offset: whole('offset', 0), column, order, search: query.get('search') ?? '' }
}

export async function listBuckets(tx: Queryable, listing: BucketListing): Promise<Bucket[]> {
  const { limit, offset, column, order, search } = listing
  // The column and the order come from the fixed lists above, and everything else is a parameter.
  const text = `select ${BUCKET} from storage.buckets b where name ilike $1 order by b.${column} ${order}, b.id limit $2 offset $3`
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return (await tx.query<Bucket>(text, [pattern, limit, offset])).rows
}

export async function findBucket(tx: Queryable, id: string): Promise<Bucket | null> {
  return (await tx.query<Bucket>(`select ${BUCKET} from storage.buckets where id = $1`, [id])).rows[0] ?? null
}

export async function createBucket(tx: Queryable, caller: Caller, bucket: NewBucket): Promise<void> {
  const { id, name, public: isPublic = false, file_size_limit = null, allowed_mime_types = null } = bucket
  await tx
    .query(
      `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
       values ($1, $2, $3::uuid, $3, $4, $5, $6)`,
      [id, name, ownerOf(caller), isPublic, file_size_limit, allowed_mime_types],
    )
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === '23505') throw new StorageError('BucketAlreadyExists')
      throw error
    })
}

export async function updateBucket(tx: Queryable, id: string, rules: BucketRules): Promise<void> {
  const columns = Object.keys(rules) as (keyof BucketRules)[]
  const sets = columns.map((column, index) => `${column} = $${index + 2}`)
  const { rows } = await tx.query(
    `update storage.buckets set ${['updated_at = now()', ...sets].join(', ')} where id = $1 returning id`,
    [id, ...columns.map((column) => rules[column])],
  )
  if (rows.length === 0) throw new StorageError('NoSuchBucket')
}

export async function deleteBucket(tx: Queryable, id: string): Promise<void> {
  const { rows } = await tx
    .query('delete from storage.buckets where id = $1 returning id', [id])
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === '23503') throw new StorageError('ResourceNotEmpty')
      throw error
    })
  if (rows.length === 0) throw new StorageError('NoSuchBucket')
}

/** Whether another bucket would have the same folder on a disk that ignores case. */
export async function differsOnlyInCase(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query('select id from storage.buckets where lower(id) = lower($1) and id <> $1', [id])
  return rows.length > 0
}

export type KnownBuckets = ReturnType<typeof createKnownBuckets>

/**
 * Every request needs its bucket, and buckets hardly ever change, so they are cached until the change feed reports a
 * change.
 */
export function createKnownBuckets(db: Database, changes: Pick<Changes, 'version'>) {
  let known: Promise<Map<string, Bucket>> | undefined
  let knownAt: number | null = null

  async function load(): Promise<Map<string, Bucket>> {
    const { rows } = await db.query<Bucket>(`select ${BUCKET} from storage.buckets`)
    return new Map(rows.map((bucket) => [bucket.id, bucket]))
  }

  function reload(): Promise<Map<string, Bucket>> {
    const loading = load()
    known = loading
    knownAt = changes.version(CHANGED_BUCKETS)
    loading.catch(() => {
      if (known === loading) known = undefined
    })
    return loading
  }

  function all(): Promise<Map<string, Bucket>> {
    const version = changes.version(CHANGED_BUCKETS)
    return known && version !== null && version === knownAt ? known : reload()
  }

  return {
    async require(id: string): Promise<Bucket> {
      // Another worker may have created the bucket a moment ago, before its notification arrived here.
      const bucket = (await all()).get(id) ?? (await reload()).get(id)
      if (!bucket) throw new StorageError('NoSuchBucket')
      return bucket
    },
    async isPublic(id: string): Promise<boolean> {
      return (await all()).get(id)?.public ?? false
    },
  }
}

/** The table's name in the change feed. */
export const CHANGED_BUCKETS = 'storage.buckets'
