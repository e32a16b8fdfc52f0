import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import {
  formatRegistration,
  plainCode,
  registrationWarning,
  vinWarning,
} from '#supabase/functions/_shared/vehicle-identity.ts'
import { FoldedFields } from './folded-fields.tsx'
import { FormSection } from './form-section.tsx'
import type { VehicleFormApi } from './use-vehicle-form.ts'

/** Longer than what is stored, because spaces and hyphens are typed too. */
const TYPED_LENGTH = 40

export function IdentitySection({ form }: { form: VehicleFormApi }) {
  const { registration, vin } = form.watch('record.identity')
  const { errors, submitCount } = form.formState
  const problems = errors.record?.identity
  const typedYear = Number(form.watch('year'))
  const year = typedYear > 0 ? typedYear : null
  const known = [formatRegistration(registration), plainCode(vin) && 'VIN entered'].filter(Boolean).join(' · ')
  return (
    <FormSection title="Registration and VIN" note={known || 'Not entered'} className="xl:col-span-2">
      <FoldedFields what="registration and VIN" hasError={Boolean(problems)} submitCount={submitCount}>
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <Field
            label="Registration"
            error={problems?.registration?.message}
            hint={<Warning text={registrationWarning(registration, year)} />}
          >
            <Input {...form.register('record.identity.registration')} {...CODE} />
          </Field>
          <Field
            label="VIN or chassis number"
            error={problems?.vin?.message}
            hint={<Warning text={vinWarning(vin, year)} />}
          >
            <Input {...form.register('record.identity.vin')} {...CODE} />
          </Field>
          <div className="sm:col-span-2">
            <Checkbox label="Show the registration to buyers" {...form.register('record.identity.show_registration')} />
            <p className="text-quiet text-sm">
              Buyers never see the VIN. If you close this page without saving, these fields can’t be restored.
            </p>
          </div>
        </div>
      </FoldedFields>
    </FormSection>
  )
}

const CODE = {
  maxLength: TYPED_LENGTH,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  className: 'tabular uppercase',
} as const

/** Said beside the field, and does not keep the vehicle from being saved. */
const Warning = ({ text }: { text: string | null }) => (
  <span role="status" className="text-warning">
    {text}
  </span>
)
