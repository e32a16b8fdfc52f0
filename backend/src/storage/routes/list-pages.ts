// list-v2 lists a bucket page by page. The client sends back a cursor, so later pages cost no more than the first.

import type { Queryable } from '../../db/database.ts'
import { StorageError } from '../errors.ts'
import { MAX_OBJECT_NAME_CHARACTERS, MAX_OBJECTS_LISTED } from '../limits.ts'
import { DATES } from '../objects.ts'
import { asObject, type JsonBody } from '../request.ts'

const SORT_KEYS = {
  name: 'name',
  created_at: `to_char(created_at at time zone 'utc', 'YYYYMMDDHH24MISSUS')`,
  updated_at: `to_char(updated_at at time zone 'utc', 'YYYYMMDDHH24MISSUS')`,
} as const

interface Cursor {
  key: string
  name: string
}

export interface PageListing {
  prefix: string
  limit: number
  after: Cursor | null
  hasFolders: boolean
  column: keyof typeof SORT_KEYS
  order: 'asc' | 'desc'
}

interface Entry extends Cursor {
  id: string | null
  created_at: string
  updated_at: string
  last_accessed_at: string
  metadata: unknown
}

export async function listPage(tx: Queryable, bucket: string, listing: PageListing) {
  const { prefix, limit, after, hasFolders, column, order } = listing
  // Column, order and operator come from fixed lists, and everything else is a parameter.
  const beyond = order === 'asc' ? '>' : '<'
  const text = `
    with visible as (
      select *, ${SORT_KEYS[column]} as key, strpos(substr(name, length($2) + 1), '/') as slash from storage.objects
      where bucket_id = $1 and starts_with(name, $2)
    ), entries as (
      select key, name, id, created_at, updated_at, last_accessed_at, metadata from visible where not $3 or slash = 0
      union all
      select ${column === 'name' ? `left(name, length($2) + slash)` : 'max(key)'}, left(name, length($2) + slash), null,
        max(created_at), max(updated_at), max(last_accessed_at), null
      from visible where $3 and slash > 0 group by left(name, length($2) + slash)
    )
    select key, name, id, ${DATES}, metadata from entries
    where $4::text is null or (key collate "C", name collate "C") ${beyond} ($4 collate "C", $5 collate "C")
    order by key collate "C" ${order}, name collate "C" ${order} limit $6`
  const values = [bucket, prefix, hasFolders, after?.key ?? null, after?.name ?? null, limit + 1]
  const { rows } = await tx.query<Entry>(text, values)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    hasNext: last !== undefined,
    ...(last && { nextCursor: encodeCursor(last) }),
    folders: page.filter(({ id }) => id === null).map(({ name }) => ({ name, key: name.slice(0, -1) })),
    objects: page.filter(({ id }) => id !== null).map(({ key: _key, ...object }) => ({ ...object, key: object.name })),
  }
}

export function parsePageListing(body: JsonBody): PageListing {
  const { prefix = '', limit = MAX_OBJECTS_LISTED, cursor, with_delimiter = false } = body
  if (typeof prefix !== 'string' || prefix.length > MAX_OBJECT_NAME_CHARACTERS) {
    throw new StorageError('InvalidRequest', 'body/prefix must be the start of a name')
  }
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) {
    throw new StorageError('InvalidRequest', 'body/limit must be >= 1')
  }
  const { column = 'name', order = 'asc' } = asObject(body.sortBy)
  if (!isSortKey(column) || (order !== 'asc' && order !== 'desc')) {
    throw new StorageError('InvalidRequest', 'body/sortBy/column must be equal to one of the allowed values')
  }
  return {
    prefix,
    limit: Math.min(limit, MAX_OBJECTS_LISTED),
    after: cursor === undefined || cursor === null ? null : decodeCursor(cursor),
    hasFolders: with_delimiter === true,
    column,
    order,
  }
}

const isSortKey = (value: unknown): value is PageListing['column'] =>
  typeof value === 'string' && Object.hasOwn(SORT_KEYS, value)

const encodeCursor = ({ key, name }: Cursor) => Buffer.from(JSON.stringify([key, name])).toString('base64url')

/** The cursor is not signed, because it contains no secrets and only determines where the page starts. */
function decodeCursor(cursor: unknown): Cursor {
  try {
    const [key, name]: unknown[] = JSON.parse(Buffer.from(String(cursor), 'base64url').toString())
    if (typeof key === 'string' && typeof name === 'string') return { key, name }
  } catch {
    // Continue to the error below.
  }
  throw new StorageError('InvalidParameter', 'Invalid cursor')
}
