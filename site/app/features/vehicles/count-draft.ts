import { browserRest } from '#app/lib/backend.ts'
import type { VehicleFilters } from './vehicle-filters.ts'
import { countVehicles } from './vehicle-queries.ts'

/** Loaded on the first change in the filter sheet, because it needs the backend's client. */
export const countDraft = (filters: VehicleFilters, signal: AbortSignal): Promise<number> =>
  countVehicles(browserRest(), filters, signal)
