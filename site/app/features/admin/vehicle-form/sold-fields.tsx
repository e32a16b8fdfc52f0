import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { EXPIRY_HELP, earliestExpiry, UNFEATURED_NOTICE } from '#app/features/admin/sold-rules.ts'
import { OpenLeads } from '#app/features/admin/vehicles/open-leads.tsx'
import type { VehicleFormApi } from './use-vehicle-form.ts'
import { VEHICLE_LABELS } from './vehicle-form.schema.ts'

const changed = { shouldDirty: true, shouldValidate: true }

export function SoldFields({ form, vehicleId }: { form: VehicleFormApi; vehicleId: string | undefined }) {
  const { register, watch, setValue, getValues, formState } = form
  const sold = watch('sold') ?? false

  const markSold = (isSold: boolean) => {
    setValue('sold', isSold, { shouldDirty: true })
    if (!isSold) return setValue('sold_expiry_date', '', changed)
    if (getValues('featured')) {
      setValue('featured', false, changed)
      toast.info(UNFEATURED_NOTICE)
    }
  }

  return (
    <fieldset className="grid gap-x-5 gap-y-3 border-hairline border-t pt-4 sm:col-span-6 sm:grid-cols-6">
      <legend className="sr-only">Availability</legend>
      <div className="flex flex-wrap gap-x-8 sm:col-span-3 sm:flex-col">
        <Checkbox label={VEHICLE_LABELS.featured} disabled={sold} {...register('featured')} />
        <Checkbox label={VEHICLE_LABELS.sold} checked={sold} onCheckedChange={markSold} />
        <Checkbox label="Draft: only staff can see it" {...register('hidden')} />
        <Checkbox label={VEHICLE_LABELS.price_on_application} {...register('price_on_application')} />
      </div>
      {sold && (
        <Field
          label={VEHICLE_LABELS.sold_expiry_date}
          required
          hint={EXPIRY_HELP}
          error={formState.errors.sold_expiry_date?.message}
          className="sm:col-span-3"
        >
          <Input {...register('sold_expiry_date')} type="date" min={earliestExpiry()} className="tabular" />
        </Field>
      )}
      {vehicleId && sold && !formState.defaultValues?.sold && (
        <div className="text-sm empty:hidden sm:col-span-6">
          <OpenLeads vehicleId={vehicleId} />
        </div>
      )}
    </fieldset>
  )
}
