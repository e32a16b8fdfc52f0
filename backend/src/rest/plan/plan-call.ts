// Which function a call means, by the names of its arguments, and how they are handed over.

import type { Catalog, Routine } from '../catalog/catalog.ts'
import { RestError } from '../errors.ts'
import type { RestRequest } from '../parse/rest-request.ts'
import type { Call, CallArguments } from './plan.ts'
import { suggestName } from './suggest.ts'

export function planCall(request: RestRequest, catalog: Catalog): Call {
  const names = argumentNames(request)
  const named = catalog.findRoutines(request.schema, request.name)
  const fitting = named.filter((routine) => takesNames(routine, names))
  const found = fitting.length > 0 ? fitting : named.filter((routine) => takesBody(routine, request))
  const [routine, ...others] = found
  if (!routine) throw notFound(request, catalog, names, named)
  if (others.length > 0) throw ambiguous(found)
  return { routine, args: planArguments(request, routine, names) }
}

function argumentNames({ method, query, payload }: RestRequest): string[] {
  if (method === 'GET' || method === 'HEAD') return [...new Set(query.args.map((arg) => arg.name))]
  if (query.columns) return [...query.columns]
  return payload?.kind === 'json' ? [...payload.keys] : []
}

function takesNames({ parameters }: Routine, names: readonly string[]): boolean {
  return (
    parameters.every(
      (parameter) => parameter.name !== '' && (!parameter.isRequired || names.includes(parameter.name)),
    ) && names.every((name) => parameters.some((parameter) => parameter.name === name))
  )
}

const BODY_TYPES = { json: ['json', 'jsonb'], text: ['text'], xml: ['xml'], binary: ['bytea'] }

function takesBody({ parameters }: Routine, { method, payload }: RestRequest): boolean {
  const [only] = parameters
  if (method !== 'POST' || !payload || !only || parameters.length !== 1 || only.name !== '') return false
  return BODY_TYPES[payload.kind === 'json' ? 'json' : payload.type].includes(only.type)
}

function planArguments(request: RestRequest, routine: Routine, names: readonly string[]): CallArguments {
  const { payload, query, method } = request
  if (payload && routine.parameters[0]?.name === '') return { kind: 'body', text: payload.text }
  if (names.length === 0) return { kind: 'none' }
  if (method === 'POST' && payload?.kind === 'json') return { kind: 'json', text: payload.text, names }
  return {
    kind: 'text',
    args: names.map((name) => ({
      name,
      values: query.args.filter((arg) => arg.name === name).map((arg) => arg.value),
    })),
  }
}

function notFound(
  { schema, name }: RestRequest,
  catalog: Catalog,
  names: readonly string[],
  named: readonly Routine[],
): RestError {
  const list = [...names].sort().join(', ')
  const shown = names.length === 0 ? `${schema}.${name} without parameters` : `${schema}.${name}(${list})`
  const searched = names.length === 0 ? 'without parameters' : `with parameter${names.length > 1 ? 's' : ''} ${list}`
  const unnamed = names.length === 0 ? '' : ' or with a single unnamed json/jsonb parameter'
  const [first] = named
  const near = first ? `${name}(${signature(first)})` : suggestName(name, catalog.routineNames(schema))
  return new RestError('PGRST202', `Could not find the function ${shown} in the schema cache`, {
    details: `Searched for the function ${schema}.${name} ${searched}${unnamed}, but no matches were found in the schema cache.`,
    hint: near ? `Perhaps you meant to call the function ${schema}.${near}` : null,
  })
}

const signature = ({ parameters }: Routine) => parameters.map((parameter) => parameter.name).join(', ')

function ambiguous(routines: readonly Routine[]): RestError {
  const list = routines.map(
    ({ schema, name, parameters }) =>
      `${schema}.${name}(${parameters.map((one) => `${one.name} => ${one.type}`).join(', ')})`,
  )
  return new RestError('PGRST203', `Could not choose the best candidate function between: ${list.join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}
