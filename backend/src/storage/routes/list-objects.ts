// Lists those objects in a folder that the caller may see.

import type { Queryable } from '../../db/database.ts'
import { trimSlashes } from '../../lib/trim-slashes.ts'
import { StorageError } from '../errors.ts'
import { MAX_OBJECT_NAME_CHARACTERS, MAX_OBJECTS_LISTED } from '../limits.ts'
import { DATES } from '../objects.ts'
import { asObject, type JsonBody, requireText } from '../request.ts'

const SORT_COLUMNS = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const

export interface Listing {
  prefix: string
  limit: number
  offset: number
  search: string
  column: (typeof SORT_COLUMNS)[number]
  order: 'asc' | 'desc'
}

const isSortColumn = (value: unknown): value is Listing['column'] => SORT_COLUMNS.some((name) => name === value)

/** Lists one folder level: files, and folders as rows of nulls. */
export async function listObjects(tx: Queryable, bucket: string, listing: Listing) {
  // No name is that long, but the database would still compare the prefix with every name.
  if (listing.prefix.length + listing.search.length > MAX_OBJECT_NAME_CHARACTERS) return []
  const folder = trimSlashes(listing.prefix)
  const prefix = folder ? `${folder}/` : ''
  // The column and the order come from fixed lists, and everything else is a parameter.
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

export function parseListing(body: JsonBody): Listing {
  const prefix = requireText(body, 'prefix')
  const { column = 'name', order = 'asc' } = asObject(body.sortBy)
  if (!isSortColumn(column)) throw new StorageError('InvalidRequest', 'body/sortBy/column must be a known column')
  const number = (value: unknown, unset: number, max: number) =>
    typeof value === 'number' && value >= 0 ? Math.min(Math.floor(value), max) : unset
  return {
    prefix,
    limit: number(body.limit, 100, MAX_OBJECTS_LISTED),
    offset: number(body.offset, 0, Number.MAX_SAFE_INTEGER),
    search: typeof body.search === 'string' ? body.search : '',
    column,
    order: order === 'desc' ? 'desc' : 'asc',
  }
}
