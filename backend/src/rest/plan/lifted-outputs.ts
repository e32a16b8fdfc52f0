// What a node gives to whoever embeds it spread out: its columns by name, those of its own spread embeds among them.

import type { Aggregate, ReadNode } from './plan.ts'

export interface Aggregated {
  name: string
  /** What becomes of the values where the rows are grouped: at the first level that is no spread itself. */
  aggregate: Aggregate | null
}

export function liftedOutputs(node: ReadNode): Aggregated[] {
  return node.outputs.flatMap((output) => {
    if (!('kind' in output)) return [output]
    if (output.isHidden) return []
    return output.isSpread ? liftedOutputs(output.node) : [{ name: output.name, aggregate: null }]
  })
}

export const isGrouped = (node: ReadNode): boolean =>
  liftedOutputs(node).some(({ aggregate }) => aggregate?.isGrouping ?? false)
