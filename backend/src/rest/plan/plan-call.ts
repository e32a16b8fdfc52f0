// Finds the function for a call by the names of its arguments, and plans how they are passed.

import type { Catalog, Routine } from '../catalog/catalog.ts'
import { BODY_TYPES } from '../catalog/routines.ts'
import { RestError } from '../errors.ts'
import type { RestRequest } from '../parse/rest-request.ts'
import type { Call, CallArguments } from './plan.ts'
import { suggestList, suggestName } from './suggest.ts'

export function planCall(request: RestRequest, catalog: Catalog): Call {
  const names = argumentNames(request)
  const named = catalog.findRoutines(request.schema, request.name)
  const fitting = named.filter((routine) => takesNames(routine, names, request))
  const found = fitting.length > 0 ? fitting : named.filter((routine) => takesBody(routine, request))
  const [routine, ...others] = found
  if (!routine) throw notFound(request, catalog, names, named)
  if (others.length > 0) throw ambiguous(found)
  const isWhole = fitting.length === 0 || (names.length > 0 && hasOneUnnamed(routine))
  return { routine, args: isWhole ? planBody(request) : planArguments(request, names) }
}

function argumentNames({ method, query, payload }: RestRequest): string[] {
  if (method === 'GET' || method === 'HEAD') return uniqueNames(query.args)
  if (query.columns) return [...query.columns]
  if (payload?.kind === 'form') return uniqueNames(payload.args)
  return payload?.kind === 'json' ? [...payload.keys] : []
}

const uniqueNames = (args: RestRequest['query']['args']) => [...new Set(args.map((arg) => arg.name))]

function takesNames({ parameters }: Routine, names: readonly string[], { payload }: RestRequest): boolean {
  // A raw body has no argument names, so only a function that takes the whole body can accept it.
  if (parameters.length === 0 && payload?.kind === 'raw') return false
  // An empty key names the unnamed parameter, which gets the whole body, so there must be a JSON body.
  const isNamed = (name: string) => (name !== '' || payload?.kind === 'json') && names.includes(name)
  return (
    parameters.every((parameter) => !parameter.isRequired || isNamed(parameter.name)) &&
    names.every((name) => parameters.some((parameter) => parameter.name === name))
  )
}

const hasOneUnnamed = ({ parameters }: Routine) => parameters.length === 1 && parameters[0]?.name === ''

function bodyTypes({ method, payload }: RestRequest): readonly string[] {
  if (method !== 'POST' || !payload || payload.kind === 'form') return []
  if (payload.kind === 'json') return payload.isSentAsJson ? BODY_TYPES.json : []
  return BODY_TYPES[payload.type]
}

const takesBody = (routine: Routine, request: RestRequest) =>
  hasOneUnnamed(routine) && bodyTypes(request).includes(routine.parameters[0]?.type ?? '')

const planBody = ({ payload }: RestRequest): CallArguments =>
  payload && payload.kind !== 'form' ? { kind: 'body', text: payload.text } : { kind: 'none' }

function planArguments({ payload, query, method }: RestRequest, names: readonly string[]): CallArguments {
  if (names.length === 0) return { kind: 'none' }
  if (method === 'POST' && payload?.kind === 'json') {
    return { kind: 'json', text: payload.text, isArray: payload.isArray, names }
  }
  const given = payload?.kind === 'form' ? payload.args : query.args
  const valuesOf = (name: string) => given.filter((arg) => arg.name === name).map((arg) => arg.value)
  return { kind: 'text', args: names.map((name) => ({ name, values: valuesOf(name) })) }
}

function notFound(
  request: RestRequest,
  catalog: Catalog,
  names: readonly string[],
  named: readonly Routine[],
): RestError {
  const { schema, name, payload } = request
  const full = `${schema}.${name}`
  const unnamed = `a single unnamed ${bodyTypes(request).join('/')} parameter`
  if (payload?.kind === 'raw') {
    return new RestError('PGRST202', `Could not find the function ${full} in the schema cache`, {
      details: `Searched for the function ${full} with ${unnamed}, but no matches were found in the schema cache.`,
    })
  }
  const list = listOf(names)
  const shown = names.length === 0 ? ' without parameters' : `(${list})`
  const searched = names.length === 0 ? 'without parameters' : `with parameter${names.length > 1 ? 's' : ''} ${list}`
  const orBody = bodyTypes(request).length === 0 ? '' : ` or with ${unnamed}`
  const near = named.length > 0 ? nearestList(name, list, named) : suggestName(name, catalog.routineNames(schema))
  return new RestError('PGRST202', `Could not find the function ${full}${shown} in the schema cache`, {
    details: `Searched for the function ${full} ${searched}${orBody}, but no matches were found in the schema cache.`,
    hint: near ? `Perhaps you meant to call the function ${schema}.${near}` : null,
  })
}

/** The overload whose parameters are most similar to the given ones. */
function nearestList(name: string, given: string, routines: readonly Routine[]): string | null {
  const lists = routines.map(({ parameters }) => `(${listOf(parameters.map((parameter) => parameter.name))})`)
  const near = suggestList(`(${given})`, lists)
  return near && `${name}${near}`
}

/** A Postgres function cannot accept more arguments than this, but a body can name a hundred thousand. */
const MAX_ARGUMENTS = 100
const listOf = (names: readonly string[]) => names.slice(0, MAX_ARGUMENTS).sort().join(', ')

function ambiguous(routines: readonly Routine[]): RestError {
  // Functions with the fewest parameters come first, as in PostgREST.
  const list = routines
    .map(({ schema, name, parameters }) => ({
      size: parameters.length,
      text: `${schema}.${name}(${parameters.map((one) => `${one.name} => ${one.type}`).join(', ')})`,
    }))
    .sort((one, other) => one.size - other.size || (one.text < other.text ? -1 : 1))
    .map(({ text }) => text)
  return new RestError('PGRST203', `Could not choose the best candidate function between: ${list.join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}
