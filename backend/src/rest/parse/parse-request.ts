// Parses the text of a request without any knowledge of the database.

import { MAX_URL_CHARACTERS } from '../../http/request-limits/limits.ts'
import { RestError, TooLargeError } from '../errors.ts'
import { parseAccept } from './parse-accept.ts'
import { parsePayload } from './parse-payload.ts'
import { parsePreferences } from './parse-preferences.ts'
import { parseQuery } from './parse-query.ts'
import { parseRange } from './parse-range.ts'
import type { Method, RestRequest } from './rest-request.ts'

/** Everything that determines the meaning of a request, except its body. */
export interface RequestHead {
  method: string
  /** Below the mount point: `/vehicles` or `/rpc/has_role`. */
  path: string
  search: string
  headers: Headers
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
const isMethod = (name: string): name is Method => METHODS.has(name)

export function parseRequest(head: RequestHead, body: string | null, schemas: readonly string[]): RestRequest {
  if (head.search.length > MAX_URL_CHARACTERS) {
    throw new TooLargeError(414, `The URL is too long. The limit is ${MAX_URL_CHARACTERS} characters`)
  }
  const target = parsePath(head.path)
  if (!isMethod(head.method)) throw new RestError('PGRST117', `Unsupported HTTP method: ${head.method}`)
  const { method } = head
  const isRoutine = target.kind === 'routine'
  if (isRoutine && !['GET', 'HEAD', 'POST', 'OPTIONS'].includes(method)) {
    throw new RestError('PGRST101', `Cannot use the ${method} method on RPC`)
  }
  const isRead = method === 'GET' || method === 'HEAD'
  const query = parseQuery(searchParameters(head.search), { hasArguments: isRoutine && isRead })
  const top = query.levels.find((level) => level.path.length === 0)
  const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT'
  return {
    ...target,
    ...chooseSchema(head, isRead || method === 'OPTIONS', schemas),
    method,
    query,
    range: parseRange(method === 'GET' ? head.headers.get('range') : null, top?.limit ?? null, top?.offset ?? 0),
    hasLimit: top !== undefined && (top.limit !== null || top.offset > 0),
    preferences: parsePreferences(head.headers.get('prefer')),
    accept: parseAccept(head.headers.get('accept')),
    payload: hasBody
      ? parsePayload(body ?? '', {
          contentType: head.headers.get('content-type'),
          hasColumns: query.columns !== null,
          isRoutine,
        })
      : null,
  }
}

/** Postgres does not allow a zero byte in text, and a zero byte would end the statement. */
function searchParameters(search: string): URLSearchParams {
  const parameters = new URLSearchParams(search)
  for (const [key, value] of parameters) {
    if (key.includes('\0') || value.includes('\0')) throw new RestError('PGRST100', 'A parameter contains a zero byte')
  }
  return parameters
}

function parsePath(path: string): Pick<RestRequest, 'kind' | 'name'> {
  const parts = path.split('/').filter((part) => part !== '')
  const [first, second] = parts.map(decode)
  if (first === undefined) throw new RestError('PGRST126', 'Root endpoint metadata is disabled')
  if (parts.length === 1) return { kind: 'relation', name: first }
  if (parts.length === 2 && first === 'rpc' && second) return { kind: 'routine', name: second }
  throw new RestError('PGRST125', 'Invalid path specified in request URL')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new RestError('PGRST125', 'Invalid path specified in request URL')
  }
}

function chooseSchema(head: RequestHead, isRead: boolean, schemas: readonly string[]) {
  const named = head.headers.get(isRead ? 'accept-profile' : 'content-profile')
  const schema = named ?? schemas[0] ?? 'public'
  if (!schemas.includes(schema)) {
    throw new RestError('PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    })
  }
  return { schema, isSchemaNamed: named !== null || schemas.length > 1 }
}
