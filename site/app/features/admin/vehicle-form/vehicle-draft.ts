import type { Draft } from '#app/features/admin/drafts/draft.ts'
import { isEqual } from '#app/features/admin/field-changes.ts'
import type { Picture, VehicleFormValues } from './vehicle-form.schema.ts'

/** Registrations, sellers, buyers and money must not stay in a browser, so a draft leaves the record out. */
type DraftedValues = Omit<VehicleFormValues, 'record'>

export interface VehicleDraft extends Draft<DraftedValues> {
  /** The edited vehicle's `updated_at`; null for a new vehicle. */
  baseUpdatedAt: string | null
}

/** `form` tells apart the drafts of new vehicles, of each copied vehicle and of each edited one. */
export const vehicleDraft = (form: string, baseUpdatedAt: string | null) => ({
  name: `vehicle-${form}`,
  base: { baseUpdatedAt },
  isUsable,
  toKept,
})

/** Null if only the record has changed. */
export function toKept(values: VehicleFormValues, opened: VehicleFormValues): DraftedValues | null {
  const { record: _, ...kept } = values
  const { record: __, ...before } = opened
  return isEqual(kept, before) ? null : kept
}

const isUsable = ({ values }: Partial<VehicleDraft>) =>
  typeof values?.title === 'string' && Array.isArray(values.images)

/**
 * A field that was added to the form after the draft was written keeps its value on screen. Drafts from versions without
 * captions hold the images' addresses alone.
 */
export function restoredValues(onScreen: VehicleFormValues, { values }: VehicleDraft): VehicleFormValues {
  const images = (values.images as (string | Picture)[]).map((image) =>
    typeof image === 'string' ? { image_url: image, caption: '' } : image,
  )
  return { ...onScreen, ...values, images }
}
