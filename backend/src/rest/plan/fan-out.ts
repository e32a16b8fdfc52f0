// Embedding goes on to rows not seen yet. Whoever walks back over the foreign key they came by meets rows that are in the
// answer already, and once more for each row on the way: specifications -> vehicle -> specifications -> vehicle -> ...
// multiplies at every turn. Back to the one parent is harmless and common, so it is allowed, but it is the end of the
// line: nothing to-many below it.

import type { Relationship } from '../catalog/catalog.ts'
import { RestError } from '../errors.ts'
import { MAX_TO_MANY_DEPTH } from '../limits.ts'

/** How an embed was reached. */
export interface Way {
  steps: readonly KeyStep[]
  toMany: number
  /** A row that was met before: its children were, too. */
  isBack: boolean
}

/** The name of a foreign key (views show the keys of their tables), and whether it was walked to the row referred to. */
interface KeyStep {
  key: string
  isUp: boolean
}

export const START: Way = { steps: [], toMany: 0, isBack: false }

/** One embed further, or a refusal. */
export function goOn(way: Way, name: string, relationship: Relationship): Way {
  const steps = stepsOf(relationship)
  const isToMany = !isToOne(relationship)
  const turnsBack = steps.some(({ key, isUp }) => way.steps.some((one) => one.key === key && one.isUp !== isUp))
  if (isToMany && (turnsBack || way.isBack)) {
    throw new RestError('PGRST100', `'${name}' walks back over a foreign key that the request came by`, {
      details: 'At most one row can be embedded where the request turns back: each would be repeated for every row.',
      hint: `Embed '${name}' where its rows are met first.`,
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

/** Keys that are one to one repeat nothing, whichever way they are walked. */
function stepsOf({ constraint, cardinality, junction, computedBy }: Relationship): KeyStep[] {
  if (computedBy || cardinality === 'one-to-one') return []
  const first = { key: constraint, isUp: cardinality === 'many-to-one' }
  return junction ? [first, { key: junction.constraint, isUp: true }] : [first]
}
