// Limits embeds that follow a foreign key back the way they came. Their rows are already in the response and would be
// repeated for each row on the way, so specifications -> vehicle -> specifications -> vehicle -> ... multiplies at every
// turn. Going back to the single parent is harmless and common, so it is allowed, but nothing to-many may be embedded
// below it.

import type { Relationship } from '../catalog/catalog.ts'
import { RestError } from '../errors.ts'
import { MAX_TO_MANY_DEPTH } from '../limits.ts'

/** The path to an embed. */
export interface Way {
  steps: readonly KeyStep[]
  toMany: number
  /** The path goes back to a row that is already in the response, along with its children. */
  isBack: boolean
}

/** The name of a foreign key (views have the keys of their tables), and whether it was followed to the referenced row. */
interface KeyStep {
  key: string
  isUp: boolean
}

export const START: Way = { steps: [], toMany: 0, isBack: false }

/** Extends the path by one embed, or refuses it. */
export function extendWay(way: Way, name: string, relationship: Relationship): Way {
  const steps = stepsOf(relationship)
  const isToMany = !isToOne(relationship)
  const turnsBack = steps.some(({ key, isUp }) => way.steps.some((one) => one.key === key && one.isUp !== isUp))
  if (isToMany && (turnsBack || way.isBack)) {
    throw new RestError('PGRST100', `'${name}' goes back over a foreign key that the request has already followed`, {
      details: 'This embed may return at most one row, because a list would be repeated for every row.',
      hint: `Embed '${name}' at the level where its rows first appear.`,
    })
  }
  const toMany = way.toMany + (isToMany ? 1 : 0)
  if (toMany > MAX_TO_MANY_DEPTH) {
    throw new RestError('PGRST100', `At most ${MAX_TO_MANY_DEPTH} levels of to-many resources can be embedded`)
  }
  return { steps: [...way.steps, ...steps], toMany, isBack: way.isBack || turnsBack }
}

export const isToOne = ({ cardinality }: Relationship): boolean =>
  cardinality === 'many-to-one' || cardinality === 'one-to-one'

/** One-to-one keys cause no repetition in either direction. */
function stepsOf({ constraint, cardinality, junction, computedBy }: Relationship): KeyStep[] {
  if (computedBy || cardinality === 'one-to-one') return []
  const first = { key: constraint, isUp: cardinality === 'many-to-one' }
  return junction ? [first, { key: junction.constraint, isUp: true }] : [first]
}
