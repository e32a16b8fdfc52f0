// The Preference-Applied header lists the preferences that were honoured, in PostgREST's order.

import type { Plan } from '../plan/plan.ts'

export function preferenceApplied(plan: Plan): string | null {
  const { preferences: prefer } = plan
  const write = plan.kind === 'write' ? plan.write : null
  const isInsert = write?.kind === 'insert'
  const honoured: (string | false | null)[] = [
    isInsert && plan.method === 'POST' && write.conflict !== null && `resolution=${prefer.resolution}`,
    write !== null && write.kind !== 'delete' && prefer.missing && `missing=${prefer.missing}`,
    write !== null && prefer.return && `return=${prefer.return}`,
    prefer.count && `count=${prefer.count}`,
    prefer.tx && `tx=${prefer.tx}`,
    prefer.handling && `handling=${prefer.handling}`,
    prefer.timezone && `timezone=${prefer.timezone}`,
    !isInsert &&
      plan.kind !== 'read' &&
      prefer.maxAffected !== null &&
      prefer.handling === 'strict' &&
      `max-affected=${prefer.maxAffected}`,
  ]
  return honoured.filter(Boolean).join(', ') || null
}
