// The PostgREST protocol: parse -> plan -> sql -> run -> respond, with one statement per request.

import { Hono } from 'hono'
import { type Caller, type Database, DatabaseError, EngineCrashed } from '../db/database.ts'
import { mayBeCached, noteReads } from '../db/reads.ts'
import { WorkBudget } from '../http/admission/work-budget.ts'
import type { Catalog } from './catalog/catalog.ts'
import { createCatalogHolder } from './catalog/catalog-holder.ts'
import { entityTagOf, isKnown, tagHeaders } from './entity-tag.ts'
import { RestError, TooMuchWorkError } from './errors.ts'
import { KILLED_STATEMENT_WORK_MS, MAX_RESPONSE_BYTES, MAX_ROWS } from './limits.ts'
import { parseRequest, type RequestHead } from './parse/parse-request.ts'
import type { Plan } from './plan/plan.ts'
import { planRequest, requireRelation } from './plan/plan-request.ts'
import { PlanCache, type Prepared } from './plan-cache.ts'
import { requestSettings } from './request-settings.ts'
import { toErrorResponse } from './respond/error-response.ts'
import { respond } from './respond/respond.ts'
import { runPlan } from './run-plan.ts'
import { shapeOf } from './shape.ts'
import { toSql, toWholeSql } from './sql/to-sql.ts'
import { Stopwatch } from './stopwatch.ts'

interface GuardTarget {
  kind: 'relation' | 'routine'
  relation: string
  method: string
  /** The number of rows in the body. Submitting one form sends one row. */
  rows: number
}

export interface KilledStatement {
  network: string | null
  role: Caller['role']
  /** Tables, embeds and operators, without their values. */
  shape: string
  /** Whether the statement took too long or crashed the embedded engine. */
  reason: 'timeout' | 'crash'
}

export interface RestDeps {
  db: Database
  /** Used for anonymous reads that are not cached. */
  replica?: Pick<Database, 'batch'> | null
  identify(request: Request): Promise<Caller>
  /** The exposed schemas. The first is the default. */
  schemas?: readonly string[]
  maxRows?: number
  /** Whether sum, avg and the like are allowed. They are off on hosted projects too. */
  hasAggregates?: boolean
  /** Whether `Prefer: tx=rollback` is honoured. */
  canRollBack?: boolean
  /** May refuse a request before it reaches the database, with an error that has `status` and `toBody()`. */
  guard?(request: Request, target: GuardTarget, caller: Caller): Promise<void>
  /**
   * Everything that the response to a read depends on besides the request, as far as it is known without the database;
   * null otherwise. Such a response has an ETag, and is not sent again while the ETag stays the same.
   */
  stateOf?(target: GuardTarget, caller: Caller): string | null
  /** The network whose budget a request uses, or null for the service's own calls, which are not limited. */
  networkOf?(request: Request): string | null
  /** The database time that each network has left. */
  budget?: Pick<WorkBudget, 'waitSeconds' | 'spend'>
  /** Awaited after a write, before the response is sent. */
  afterWrite?(): Promise<void>
  /** Called for a statement that took too long or crashed the engine. */
  onKilled?(killed: KilledStatement): void
  /** Where the service is mounted. */
  basePath?: string
}

export function createRest(deps: RestDeps): Hono {
  const { db, schemas = ['public'], maxRows = MAX_ROWS, hasAggregates = false, basePath = '/rest/v1' } = deps
  const { budget = new WorkBudget(), canRollBack = false } = deps
  const holder = createCatalogHolder(db, schemas)
  const cache = new PlanCache()

  const prepare = (head: RequestHead, body: string | null, catalog: Catalog, stopwatch: Stopwatch): Prepared => {
    const parsed = parseRequest(head, body, schemas)
    stopwatch.lap('parse')
    const plan = planRequest(parsed, catalog, { maxRows, hasAggregates, canRollBack })
    stopwatch.lap('plan')
    const sql = toSql(plan)
    // Source names are unqualified and belong to the first schema.
    const sources = isStable(plan) && plan.schema === schemas[0] ? catalog.findSources(sql.main.text) : null
    const isWhole = sources !== null && plan.kind === 'read'
    return { plan, sql, sources, whole: isWhole ? toWholeSql(plan, MAX_RESPONSE_BYTES.anon) : null }
  }

  const handle = async (request: Request, caller: Caller, stopwatch: Stopwatch): Promise<Response> => {
    const head = headOf(request, basePath)
    const catalog = await holder.get()
    if (request.method === 'OPTIONS') return allowed(head, catalog, schemas)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const body = isRead || request.method === 'DELETE' ? null : await readBody(request)
    stopwatch.lap('body')
    const make = () => prepare(head, body, catalog, stopwatch)
    const prepared = isRead ? cache.getOrMake(head, catalog, make) : make()
    stopwatch.lap('sql')
    const { plan } = prepared
    await deps.guard?.(request, guardTarget(plan), caller)
    stopwatch.lap('guard')
    // Before the rows are read, so that a change in the meantime makes the tag outdated rather than the rows.
    const state = isRead ? (deps.stateOf?.(guardTarget(plan), caller) ?? null) : null
    const tag = state === null ? null : entityTagOf(head, state)
    if (tag && isKnown(tag, head)) return new Response(null, { status: 304, headers: tagHeaders(tag) })
    noteReads(caller.role === 'anon' ? prepared.sources : null)
    // An anonymous read whose sources are known does not depend on request settings, so most reads need not send any.
    const isPlain = caller.role === 'anon' && prepared.sources !== null
    const withSettings = isPlain ? caller : { ...caller, request: requestSettings(head) }
    const row = await runWithinBudget(request, withSettings, prepared)
    stopwatch.lap('transaction')
    if (!plan.isReadOnly) await deps.afterWrite?.()
    const response = respond(plan, row)
    stopwatch.lap('respond')
    response.headers.set('Server-Timing', stopwatch.toString())
    if (tag) for (const [name, value] of Object.entries(tagHeaders(tag))) response.headers.set(name, value)
    return response
  }

  /** Each network has a limited share of database time. */
  const runWithinBudget = async (request: Request, caller: Caller, prepared: Prepared) => {
    const network = deps.networkOf?.(request) ?? null
    const limited = caller.role === 'service_role' ? null : network
    const waitSeconds = limited === null ? 0 : budget.waitSeconds(limited)
    if (waitSeconds > 0) throw new TooMuchWorkError(waitSeconds)
    const spend = (milliseconds: number) => limited !== null && budget.spend(limited, milliseconds)
    try {
      const replica = isForReplica(caller, prepared.plan) ? deps.replica : null
      return await runPlan(db, caller, prepared, { replica, onSpent: spend })
    } catch (error) {
      const reason = killedBy(error)
      if (reason) {
        spend(KILLED_STATEMENT_WORK_MS)
        deps.onKilled?.({ network, role: caller.role, shape: shapeOf(prepared.plan), reason })
      }
      throw error
    }
  }

  const app = new Hono()
  app.all('*', async (c) => {
    let role: Caller['role'] = 'anon'
    const stopwatch = new Stopwatch()
    try {
      const caller = await deps.identify(c.req.raw)
      role = caller.role
      stopwatch.lap('identify')
      return await handle(c.req.raw, caller, stopwatch)
    } catch (error) {
      // A page that contains this failed read must not be cached.
      noteReads(null)
      const response = toErrorResponse(error, role)
      if (!response) throw error
      return response
    }
  })
  return app
}

function killedBy(error: unknown): KilledStatement['reason'] | null {
  if (error instanceof EngineCrashed) return 'crash'
  return error instanceof DatabaseError && error.code === '57014' ? 'timeout' : null
}

/**
 * Whether the request is an anonymous table read whose response is not cached. Functions are excluded because one of
 * them returns the booked test drive slots, and a visitor who has just booked a slot must see it there.
 */
const isForReplica = ({ role }: Caller, plan: Plan) => role === 'anon' && plan.kind === 'read' && !mayBeCached()

/** Whether the response changes only when rows do. */
const isStable = (plan: Plan) =>
  plan.isReadOnly && (plan.kind === 'read' || (plan.kind === 'call' && plan.call.routine.volatility !== 'volatile'))

function guardTarget(plan: Plan): GuardTarget {
  const kind = plan.kind === 'call' ? 'routine' : 'relation'
  const rows = plan.kind === 'write' ? (plan.write.payload?.rows ?? 0) : 0
  return { kind, relation: plan.target.name, method: plan.method, rows }
}

function headOf(request: Request, basePath: string): RequestHead {
  const { pathname, search } = new URL(request.url)
  const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
  return { method: request.method, path, search, headers: request.headers }
}

/** Reads binary data in Postgres' hex format, and everything else as text. */
async function readBody(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? ''
  if (/^\s*application\/octet-stream\b/i.test(type)) {
    return `\\x${Buffer.from(await request.arrayBuffer()).toString('hex')}`
  }
  const text = await request.text()
  if (text.includes('\0')) throw new RestError('PGRST102', 'Empty or invalid json')
  return text
}

/** OPTIONS lists the methods that a relation or function accepts. */
function allowed(head: RequestHead, catalog: Catalog, schemas: readonly string[]): Response {
  const parsed = parseRequest(head, null, schemas)
  if (parsed.kind === 'routine') return withAllow(['OPTIONS', 'GET', 'HEAD', 'POST'])
  const relation = requireRelation(parsed, catalog)
  const { isInsertable, isUpdatable, isDeletable } = relation
  return withAllow([
    'OPTIONS',
    'GET',
    'HEAD',
    ...(isInsertable ? ['POST'] : []),
    ...(isInsertable && isUpdatable && relation.primaryKey.length > 0 ? ['PUT'] : []),
    ...(isUpdatable ? ['PATCH'] : []),
    ...(isDeletable ? ['DELETE'] : []),
  ])
}

const withAllow = (methods: readonly string[]) =>
  new Response(null, { status: 200, headers: { Allow: methods.join(',') } })
