import type { FocusEvent, WheelEvent } from 'react'
import { Field, Input } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import type { Reservable } from '#app/features/admin/vehicles/reservation-queries.ts'
import { canBeReserved } from '#app/features/admin/vehicles/reservation-rules.ts'
import { MODEL_LENGTH, VEHICLE_TITLE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { FUEL_TYPES, TRANSMISSIONS } from '#supabase/functions/_shared/vehicle-options.ts'
import { FormSection } from './form-section.tsx'
import { GrowingTextarea } from './growing-textarea.tsx'
import { MakeField } from './make-field.tsx'
import { ReservationField } from './reservation-field.tsx'
import { SoldFields } from './sold-fields.tsx'
import type { VehicleFormApi } from './use-vehicle-form.ts'
import { FIRST_YEAR, lastYear, VEHICLE_LABELS } from './vehicle-form.schema.ts'
import type { LoadedVehicle } from './vehicle-form-queries.ts'

/** Without this, scrolling over a focused number field would change its value unnoticed. */
const keepNumber = (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur()

interface BasicInformationProps {
  form: VehicleFormApi
  /** Undefined for a new vehicle. */
  vehicle: LoadedVehicle | undefined
  onReserved(saved: Reservable, before: string): void
}

export function BasicInformation({ form, vehicle, onReserved }: BasicInformationProps) {
  const { register, setValue, watch, formState } = form
  const { errors } = formState

  // The browser reports input that is not a number as an empty string. A price entered like that becomes 0.
  const priceNotNumber = (event: FocusEvent<HTMLInputElement>) => {
    if (event.target.validity.badInput) setValue('price', '0', { shouldDirty: true, shouldValidate: true })
  }

  return (
    <FormSection title="Basic Information" note="All fields except the description are required">
      <div className="grid gap-x-5 gap-y-5 sm:grid-cols-6">
        <Field label={VEHICLE_LABELS.title} required error={errors.title?.message} className="sm:col-span-6">
          <Input {...register('title')} maxLength={VEHICLE_TITLE_LENGTH} autoComplete="off" />
        </Field>
        <MakeField form={form} className="sm:col-span-3" />
        <Field label={VEHICLE_LABELS.model} required error={errors.model?.message} className="sm:col-span-3">
          <Input {...register('model')} maxLength={MODEL_LENGTH} autoComplete="off" />
        </Field>
        <Field label={VEHICLE_LABELS.year} required error={errors.year?.message} className="sm:col-span-2">
          <Input
            {...register('year')}
            type="number"
            min={FIRST_YEAR}
            max={lastYear()}
            step={1}
            onWheel={keepNumber}
            className="tabular"
          />
        </Field>
        <Field
          label={VEHICLE_LABELS.price}
          required
          hint={watch('price_on_application') ? 'Only staff can see it. Buyers ask you for it.' : undefined}
          error={errors.price?.message}
          className="sm:col-span-2"
        >
          <Input
            {...register('price')}
            type="number"
            min={0}
            step={0.01}
            onWheel={keepNumber}
            onBlurCapture={priceNotNumber}
            className="tabular"
          />
        </Field>
        <Field label={VEHICLE_LABELS.mileage} required error={errors.mileage?.message} className="sm:col-span-2">
          <Input {...register('mileage')} type="number" min={0} step={1} onWheel={keepNumber} className="tabular" />
        </Field>
        <Field label={VEHICLE_LABELS.fuel_type} required error={errors.fuel_type?.message} className="sm:col-span-3">
          <Select {...register('fuel_type')} options={FUEL_TYPES} placeholder="Select fuel type" />
        </Field>
        <Field
          label={VEHICLE_LABELS.transmission}
          required
          error={errors.transmission?.message}
          className="sm:col-span-3"
        >
          <Select {...register('transmission')} options={TRANSMISSIONS} placeholder="Select transmission" />
        </Field>
        <Field
          label={VEHICLE_LABELS.description}
          optional
          error={errors.description?.message}
          className="sm:col-span-6"
        >
          <GrowingTextarea {...register('description')} rows={5} text={watch('description')} />
        </Field>
        <SoldFields form={form} vehicleId={vehicle?.id} />
        {vehicle && canBeReserved(vehicle) && <ReservationField vehicle={vehicle} onSaved={onReserved} />}
      </div>
    </FormSection>
  )
}
