// Turns a parsed request into a plan. Fails on names that are not in the catalogue.

import { DatabaseError } from '../../db/database.ts'
import type { Catalog, Relation, RoutineResult } from '../catalog/catalog.ts'
import { RestError } from '../errors.ts'
import type { RestRequest } from '../parse/rest-request.ts'
import type { CallPlan, Plan, ReadNode, ReadPlan, WritePlan } from './plan.ts'
import { planCall } from './plan-call.ts'
import { requireAffordable } from './plan-cost.ts'
import { planRead } from './plan-read.ts'
import { planKey, planRepresentation, planWrite } from './plan-write.ts'
import { suggestName } from './suggest.ts'

export interface PlanOptions {
  maxRows: number
  hasAggregates?: boolean
  /** Whether the request may ask for its transaction to be rolled back. */
  canRollBack?: boolean
}

/** Refuses requests that cost too much, so that plans can be written as SQL without further checks. */
export function planRequest(request: RestRequest, catalog: Catalog, options: PlanOptions): Plan {
  return requireAffordable(planAny(request, catalog, options))
}

function planAny(request: RestRequest, catalog: Catalog, options: PlanOptions): Plan {
  if (request.kind === 'routine') return planRoutine(request, catalog, options)
  const relation = requireRelation(request, catalog)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead ? planSelect(request, catalog, relation, options) : planChange(request, catalog, relation, options)
}

export function requireRelation({ schema, name }: RestRequest, catalog: Catalog): Relation {
  const relation = catalog.findRelation(schema, name)
  if (relation) return relation
  const near = suggestName(name, catalog.relationNames(schema))
  throw new RestError('PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: near ? `Perhaps you meant the table '${schema}.${near}'` : null,
  })
}

function common(request: RestRequest, { canRollBack }: PlanOptions) {
  const { schema, isSchemaNamed, method, name, accept } = request
  const preferences = canRollBack ? request.preferences : { ...request.preferences, tx: null }
  return {
    schema,
    isSchemaNamed,
    method,
    preferences,
    target: { schema, name },
    media: accept,
    count: preferences.count,
    canonical: request.query.canonical,
  }
}

function readOf(request: RestRequest, catalog: Catalog, relation: Relation, options: PlanOptions): ReadNode {
  const { schema, query, range } = request
  const { maxRows, hasAggregates = false } = options
  return planRead({ catalog, schema, relation, query, range, maxRows, hasAggregates })
}

function planSelect(request: RestRequest, catalog: Catalog, relation: Relation, options: PlanOptions): ReadPlan {
  return {
    ...common(request, options),
    kind: 'read',
    read: readOf(request, catalog, relation, options),
    body: request.method === 'HEAD' ? 'none' : 'rows',
    isReadOnly: true,
  }
}

function planChange(request: RestRequest, catalog: Catalog, relation: Relation, options: PlanOptions): WritePlan {
  const isShown = request.preferences.return === 'representation'
  // Plan the key before the filters are looked up, because a PUT may filter only by its key.
  const key = request.method === 'PUT' ? planKey(request, relation) : []
  const read = readOf(request, catalog, relation, options)
  return {
    ...common(request, options),
    kind: 'write',
    read: planRepresentation(isShown ? read : { ...read, outputs: [], order: [] }),
    write: planWrite(request, relation, read, key),
    body: isShown ? 'rows' : 'none',
    isReadOnly: false,
    hasLocation: request.preferences.return === 'headers-only' && relation.primaryKey.length > 0,
  }
}

function planRoutine(request: RestRequest, catalog: Catalog, options: PlanOptions): CallPlan {
  const call = planCall(request, catalog)
  const { returns, volatility } = call.routine
  if (request.preferences.maxAffected !== null && request.preferences.handling === 'strict') requireSet(returns)
  return {
    ...common(request, options),
    kind: 'call',
    read: returns.kind === 'rows' ? readOf(request, catalog, returns.relation, options) : refuseFilters(request),
    range: { limit: Math.min(request.range.limit ?? options.maxRows, options.maxRows), offset: request.range.offset },
    call,
    body: bodyOf(returns),
    isReadOnly: request.method !== 'POST' || volatility !== 'volatile',
  }
}

/** Bare values have no columns to filter or order by. */
function refuseFilters({ name, query }: RestRequest): null {
  const level = query.levels.find((one) => one.path.length > 0 || one.conditions.length > 0 || one.order.length > 0)
  if (level) throw new DatabaseError(`function ${name} returns no columns to filter or order by`, '42703')
  return null
}

function requireSet(returns: RoutineResult): void {
  if (returns.kind !== 'void' && returns.isSet) return
  throw new RestError(
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
}

function bodyOf(returns: RoutineResult): Plan['body'] {
  if (returns.kind === 'void') return 'none'
  if (returns.kind === 'scalar') return returns.isSet ? 'scalars' : 'scalar'
  return returns.isSet ? 'rows' : 'one-row'
}
