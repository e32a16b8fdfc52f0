// The columns that a spread embed adds to its parent row, by name, including those of its own spread embeds.

import type { Aggregate, Embed, ReadNode } from './plan.ts'

export interface Aggregated {
  name: string
  /** Applied where the rows are grouped, which is the nearest level that is not a spread. */
  aggregate: Aggregate | null
  /** An embedded object or a list rather than a column's value. */
  isJson: boolean
}

export function liftedOutputs(node: ReadNode): Aggregated[] {
  return node.outputs.flatMap((output) => {
    if (!('kind' in output)) return [{ name: output.name, aggregate: output.aggregate, isJson: false }]
    if (output.isHidden) return []
    return output.isSpread ? spreadOutputs(output) : [{ name: output.name, aggregate: null, isJson: true }]
  })
}

/** A to-many embed adds a list per column. */
export const spreadOutputs = ({ node, isToOne }: Embed): Aggregated[] =>
  liftedOutputs(node).map((output) => (isToOne ? output : { ...output, isJson: true }))

export const isGrouped = (node: ReadNode): boolean =>
  liftedOutputs(node).some(({ aggregate }) => aggregate?.isGrouping ?? false)
