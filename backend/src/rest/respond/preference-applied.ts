// Preference-Applied: the preferences that made a difference, in PostgREST's order.

import type { Plan } from '../plan/plan.ts'

export function preferenceApplied(plan: Plan): string | null {
  const { preferences: prefer, kind, write } = plan
  const isWrite = kind === 'write'
  const isInsert = write?.kind === 'insert'
  const honoured: (string | false | null)[] = [
    isInsert && plan.method === 'POST' && write.conflict !== null && `resolution=${prefer.resolution}`,
    isWrite && write?.kind !== 'delete' && prefer.missing && `missing=${prefer.missing}`,
    isWrite && prefer.return && `return=${prefer.return}`,
    prefer.count && `count=${prefer.count}`,
    prefer.handling && `handling=${prefer.handling}`,
    prefer.timezone && `timezone=${prefer.timezone}`,
    !isInsert &&
      kind !== 'read' &&
      prefer.maxAffected !== null &&
      prefer.handling === 'strict' &&
      `max-affected=${prefer.maxAffected}`,
  ]
  return honoured.filter(Boolean).join(', ') || null
}
