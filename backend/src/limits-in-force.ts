// What is counted while the site runs, by network; limits.ts says how much of it there may be.
import { createDoors, type Doors } from './http/admission/network-limits.ts'
import { WorkBudget } from './rest/work-budget.ts'

export interface Limits {
  doors: Doors
  work: Pick<WorkBudget, 'waitSeconds' | 'spend'>
}

export const createLimits = (): Limits => ({ doors: createDoors(), work: new WorkBudget() })
