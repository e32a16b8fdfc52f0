// The limits that apply to each client network. With several workers, the primary counts for all of them
// (workers/shared-limits.ts).
import { createNetworkLimits, type NetworkLimits } from './network-limits.ts'
import { WorkBudget } from './work-budget.ts'

export interface NetworkCounters {
  admission: NetworkLimits
  work: Pick<WorkBudget, 'waitSeconds' | 'spend'>
}

export const createNetworkCounters = (): NetworkCounters => ({
  admission: createNetworkLimits(),
  work: new WorkBudget(),
})
