// The shape of a request for logs: tables, embeds and operators, without any values or names chosen by the caller.

import { embedsOf } from './plan/embed-tests.ts'
import type { Plan, Predicate, ReadNode } from './plan/plan.ts'

export function shapeOf(plan: Plan): string {
  const parts = [plan.method, plan.read ? nodeShape(plan.target.name, plan.read) : plan.target.name]
  if (plan.count !== null) parts.push(`count=${plan.count}`)
  return parts.join(' ')
}

function nodeShape(name: string, node: ReadNode): string {
  const embeds = embedsOf(node).map((embed) =>
    nodeShape(`${embed.node.relation.name}${embed.isInner ? '!inner' : ''}`, embed.node),
  )
  const filters = node.where.flatMap(operators)
  const notes = [
    ...(filters.length > 0 ? [`where ${filters.join(',')}`] : []),
    ...(node.order.length > 0 ? [`order ${node.order.length}`] : []),
  ]
  return `${name}(${[...embeds, ...notes].join('; ')})`
}

function operators(predicate: Predicate): string[] {
  switch (predicate.kind) {
    case 'logic':
      return [predicate.operator, ...predicate.predicates.flatMap(operators)]
    case 'exists':
      return ['exists']
    case 'test':
      return [
        `${predicate.ref.column.name}.${'operator' in predicate.test ? predicate.test.operator : predicate.test.kind}`,
      ]
  }
}
