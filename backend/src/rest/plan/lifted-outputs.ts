// What a node gives to whoever embeds it spread out: its columns by name, those of its own spread embeds among them.

import type { Aggregate, Embed, ReadNode } from './plan.ts'

export interface Aggregated {
  name: string
  /** What becomes of the values where the rows are grouped: at the first level that is no spread itself. */
  aggregate: Aggregate | null
  /** An embedded object or a list, not a column's value. */
  isJson: boolean
}

export function liftedOutputs(node: ReadNode): Aggregated[] {
  return node.outputs.flatMap((output) => {
    if (!('kind' in output)) return [{ name: output.name, aggregate: output.aggregate, isJson: false }]
    if (output.isHidden) return []
    return output.isSpread ? spreadOutputs(output) : [{ name: output.name, aggregate: null, isJson: true }]
  })
}

/** To-many lifts a list per column. */
export const spreadOutputs = ({ node, isToOne }: Embed): Aggregated[] =>
  liftedOutputs(node).map((output) => (isToOne ? output : { ...output, isJson: true }))

export const isGrouped = (node: ReadNode): boolean =>
  liftedOutputs(node).some(({ aggregate }) => aggregate?.isGrouping ?? false)
