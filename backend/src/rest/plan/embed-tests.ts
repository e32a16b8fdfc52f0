// Collects, before any SQL is written, what a node's filters require of its embeds, so that each embed is looked up
// only once, no matter how many filters name it. `!inner`, `embed=not.is.null` and the same test inside `or=(..)` share
// one lookup.

import type { Embed, Predicate, ReadNode } from './plan.ts'

export interface EmbedTests {
  /** Embeds that every row must have (true) or must not have (false). */
  settled: ReadonlyMap<Embed, boolean>
  /** An embed is both required and excluded, so no row can pass. */
  isImpossible: boolean
  /**
   * Embeds outside `settled` that are named more than once inside `and` and `or`. Each is looked up in a join, and the
   * filters refer to the result.
   */
  shared: ReadonlySet<Embed>
  /** Embeds that are named once inside `and` and `or`. */
  single: ReadonlySet<Embed>
  /** The remaining predicates. */
  others: readonly Predicate[]
}

export function embedTests(node: ReadNode): EmbedTests {
  const settled = new Map<Embed, boolean>()
  let isImpossible = false
  const settle = (embed: Embed, isThere: boolean) => {
    isImpossible ||= settled.get(embed) === !isThere
    settled.set(embed, isThere)
  }
  const others: Predicate[] = []
  for (const predicate of node.where) {
    if (predicate.kind === 'exists') settle(predicate.embed, !predicate.isNegated)
    else others.push(predicate)
  }
  for (const embed of embedsOf(node)) if (embed.isInner) settle(embed, true)

  const mentions = new Map<Embed, number>()
  for (const embed of others.flatMap(mentionedEmbeds)) mentions.set(embed, (mentions.get(embed) ?? 0) + 1)
  const open = [...mentions].filter(([embed]) => !settled.has(embed))
  return {
    settled,
    isImpossible,
    shared: new Set(open.filter(([, times]) => times > 1).map(([embed]) => embed)),
    single: new Set(open.filter(([, times]) => times === 1).map(([embed]) => embed)),
    others,
  }
}

export const embedsOf = (node: ReadNode): Embed[] => node.outputs.filter((output): output is Embed => 'kind' in output)

export function mentionedEmbeds(predicate: Predicate): Embed[] {
  if (predicate.kind === 'logic') return predicate.predicates.flatMap(mentionedEmbeds)
  return predicate.kind === 'exists' ? [predicate.embed] : []
}
