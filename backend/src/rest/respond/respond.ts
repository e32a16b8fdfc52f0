// Turns rows into a response with PostgREST's statuses and headers. The body is text that Postgres produced.

import { RestError } from '../errors.ts'
import { MAX_CONTENT_LOCATION_CHARACTERS } from '../limits.ts'
import type { MediaType } from '../parse/rest-request.ts'
import type { CallPlan, Plan, ReadPlan, WritePlan } from '../plan/plan.ts'
import type { MainRow } from '../sql/to-sql.ts'
import { contentRange, type RowRange, rangeStatus } from './content-range.ts'
import { preferenceApplied } from './preference-applied.ts'

/** Must run inside the transaction, so that a write that fails this check is rolled back. */
export function checkAffected(plan: Plan, { rows }: MainRow): void {
  const { maxAffected, handling } = plan.preferences
  const isBounded = plan.kind === 'call' || (plan.kind === 'write' && plan.write.kind !== 'insert')
  if (isBounded && handling === 'strict' && maxAffected !== null && rows > maxAffected) {
    throw new RestError('PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    })
  }
  if (plan.media.format === 'object' && plan.body !== 'scalar' && plan.body !== 'one-row' && rows !== 1) {
    throw new RestError('PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    })
  }
  if (plan.method === 'PUT' && rows === 0) {
    throw new RestError('PGRST115', 'Payload values do not match URL in primary key column(s)')
  }
}

export function respond(plan: Plan, row: MainRow): Response {
  const headers = new Headers()
  const applied = preferenceApplied(plan)
  if (applied) headers.set('Preference-Applied', applied)
  if (plan.isSchemaNamed) headers.set('Content-Profile', plan.schema)
  const status = plan.kind === 'write' ? describeWrite(plan, row, headers) : describeRead(plan, row, headers)
  const hasBody = plan.body !== 'none' && plan.method !== 'HEAD'
  if (plan.body !== 'none') headers.set('Content-Type', contentType(plan.media))
  const custom = applySettings(row, headers)
  const body = hasBody ? (row.body ?? '') : null
  const final = custom ?? status
  const mayHaveBody = final !== 204 && final !== 304
  // Without this header, Node sends a chunked response with an empty chunk, and clients cannot tell that there is no
  // body.
  if (mayHaveBody && plan.body === 'none' && plan.method !== 'HEAD') headers.set('Content-Length', '0')
  return new Response(mayHaveBody ? body : null, { status: final, headers })
}

function describeRead(plan: ReadPlan | CallPlan, row: MainRow, headers: Headers): number {
  const { offset } = plan.kind === 'call' ? plan.range : plan.read
  const range: RowRange = { offset, rows: row.rows, total: plan.count === null ? null : (row.total ?? row.rows) }
  if (plan.kind === 'call' && plan.body === 'none') return 204
  headers.set('Content-Range', contentRange(range))
  if (plan.kind === 'read') {
    const location = `/${encodeURIComponent(plan.target.name)}${plan.canonical ? `?${plan.canonical}` : ''}`
    if (location.length <= MAX_CONTENT_LOCATION_CHARACTERS) headers.set('Content-Location', location)
    headers.set('Content-Type', contentType(plan.media))
  }
  const status = rangeStatus(range)
  if (status === 416) {
    throw new RestError('PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${range.offset} was requested, but there are only ${range.total} rows.`,
      headers: { 'Content-Range': contentRange({ ...range, rows: 0 }) },
    })
  }
  return status
}

function describeWrite(plan: WritePlan, row: MainRow, headers: Headers): number {
  const total = plan.count === null ? null : row.rows
  const isShown = plan.body !== 'none'
  const range = plan.write.kind === 'update' ? { offset: 0, rows: row.rows, total } : { offset: 0, rows: 0, total }
  headers.set('Content-Range', contentRange(range))
  if (row.location) headers.set('Location', locationOf(plan, row.location))
  if (plan.write.kind !== 'insert') return isShown ? 200 : 204
  const isInserted = row.merged === undefined || (row.merged ?? 0) < row.rows
  if (plan.method === 'PUT') return isInserted ? 201 : isShown ? 200 : 204
  return isInserted ? 201 : 200
}

function locationOf(plan: WritePlan, location: string): string {
  const key = Object.entries(JSON.parse(location) as Record<string, string | null>)
  const filters = key.map(
    ([name, value]) => `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
  )
  return `/${encodeURIComponent(plan.target.name)}?${filters.join('&')}`
}

function contentType({ format, isStripped }: MediaType): string {
  if (format === 'csv') return 'text/csv; charset=utf-8'
  const stripped = isStripped ? ';nulls=stripped' : ''
  if (format === 'object') return `application/vnd.pgrst.object+json${stripped}; charset=utf-8`
  return `${isStripped ? `application/vnd.pgrst.array+json${stripped}` : 'application/json'}; charset=utf-8`
}

/** Functions and triggers may set the status and headers of the response. */
function applySettings({ headers: given, status }: MainRow, headers: Headers): number | null {
  if (given) {
    for (const [name, value] of readHeaders(given)) {
      if (name.toLowerCase() === 'set-cookie') headers.append(name, value)
      else headers.set(name, value)
    }
  }
  if (!status) return null
  if (!/^[2-5]\d\d$/.test(status)) {
    throw new RestError('PGRST112', 'response.status guc must be a valid status code')
  }
  return Number(status)
}

function readHeaders(text: string): [string, string][] {
  try {
    const list = JSON.parse(text) as Record<string, string>[]
    return list.flatMap((one) => Object.entries(one))
  } catch {
    throw new RestError(
      'PGRST111',
      'response.headers guc must be a JSON array of objects with one key and one string value each',
    )
  }
}
