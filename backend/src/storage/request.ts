// Reads a request's bucket, object and body without using the database.

import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { isNestedTooDeep } from '../http/request-limits/json-depth.ts'
import { MAX_JSON_DEPTH } from '../http/request-limits/limits.ts'
import { StorageError } from './errors.ts'
import { MAX_OBJECT_NAME_PART_CHARACTERS } from './limits.ts'
import { isSafeSegment, parseObjectName } from './object-name.ts'

export type ObjectContext = Context<object, '/:bucket/:name'>

const BUCKET_ID = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/

/** A bucket name must be safe for the disk and the database. */
export const isBucketId = (id: string): boolean =>
  BUCKET_ID.test(id) && id.length <= MAX_OBJECT_NAME_PART_CHARACTERS && isSafeSegment(id)

export function bucketOf(c: Context): string {
  const id = c.req.param('bucket') ?? ''
  if (!isBucketId(id)) throw new StorageError('NoSuchBucket')
  return id
}

/** The name is taken from the URL as it was sent, so that it is decoded exactly once. */
export function nameOf(c: ObjectContext): string {
  const bucketAt = routePath(c).split('/').indexOf(':bucket')
  const { pathname } = new URL(c.req.url)
  return parseObjectName(
    pathname
      .split('/')
      .slice(bucketAt + 1)
      .join('/'),
  )
}

export const keyOf = (c: ObjectContext) => `${bucketOf(c)}/${nameOf(c)}`

export type JsonBody = Record<string, unknown>

export async function readJson(c: Context): Promise<JsonBody> {
  const text = await c.req.text()
  if (isNestedTooDeep(text))
    throw new StorageError('InvalidRequest', `body can be nested at most ${MAX_JSON_DEPTH} levels deep`)
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new StorageError('InvalidRequest', 'body must be object')
  }
  return body as JsonBody
}

/**
 * For a value in a body, which may be of any type. The value is not copied, because spreading an array of half a
 * million values takes a third of a second.
 */
export const asObject = (value: unknown): JsonBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonBody) : {}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function requireText(body: JsonBody, property: string): string {
  const value = body[property]
  if (typeof value === 'string') return value
  const fault =
    value === undefined ? `body must have required property '${property}'` : `body/${property} must be string`
  throw new StorageError('InvalidRequest', fault)
}

export function requireWhole(body: JsonBody, property: string, { min, max }: { min: number; max: number }): number {
  const value = body[property]
  if (value === undefined) throw new StorageError('InvalidRequest', `body must have required property '${property}'`)
  const isWithin = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
  if (!isWithin)
    throw new StorageError('InvalidRequest', `body/${property} must be a whole number from ${min} to ${max}`)
  return value
}

export function requireNames(body: JsonBody, property: string, max: number): string[] {
  const value = body[property]
  if (!Array.isArray(value) || value.length === 0 || value.length > max) {
    throw new StorageError('InvalidRequest', `body/${property} must be an array of 1 to ${max} names`)
  }
  return value.map(String)
}
