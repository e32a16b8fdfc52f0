import type { Draft } from '#app/features/admin/drafts/draft.ts'
import type { VehicleFormValues } from './vehicle-form.schema.ts'

export interface VehicleDraft extends Draft<VehicleFormValues> {
  /** The edited vehicle's `updated_at`; null for a new vehicle. */
  baseUpdatedAt: string | null
}

export const vehicleDraft = (vehicleId: string | null, baseUpdatedAt: string | null) => ({
  name: `vehicle-${vehicleId ?? 'new'}`,
  base: { baseUpdatedAt },
  isUsable,
})

const isUsable = ({ values }: Partial<VehicleDraft>) =>
  typeof values?.title === 'string' && Array.isArray(values.images)

/** A field that was added to the form after the draft was written keeps its value on screen. */
export const restoredValues = (onScreen: VehicleFormValues, draft: VehicleDraft): VehicleFormValues => ({
  ...onScreen,
  ...draft.values,
})
