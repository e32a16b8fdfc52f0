import type { UseFormReturn } from 'react-hook-form'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { CONSENTS, PERSON_FIELDS, type PersonValues } from './person.schema.ts'

const CONSENT_OPTIONS = Object.entries(CONSENTS).map(([value, label]) => ({ value, label }))

export function PersonFields({ form }: { form: UseFormReturn<PersonValues> }) {
  const { register, watch, formState } = form
  const { errors } = formState
  const isAsked = watch('consent') !== 'unknown'
  return (
    <>
      <Field label={PERSON_FIELDS.name} error={errors.name?.message} className="sm:col-span-2">
        <Input {...register('name')} autoComplete="off" />
      </Field>
      <Field label={PERSON_FIELDS.email} error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="off" />
      </Field>
      <Field label={PERSON_FIELDS.phone} error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" autoComplete="off" />
      </Field>
      <Field label={PERSON_FIELDS.address} error={errors.address?.message} className="sm:col-span-2">
        <Textarea {...register('address')} rows={3} autoComplete="off" />
      </Field>
      <Field
        label={PERSON_FIELDS.notes}
        error={errors.notes?.message}
        hint="The person may ask for a copy of what you note here."
        className="sm:col-span-2"
      >
        <Textarea {...register('notes')} rows={4} />
      </Field>
      <Field
        label={PERSON_FIELDS.consent}
        hint="Whether they agreed to hear about offers and new vehicles"
        error={errors.consent?.message}
      >
        <Select {...register('consent')} options={CONSENT_OPTIONS} />
      </Field>
      {isAsked && (
        <Field
          label={PERSON_FIELDS.consent_source}
          hint="For example: by telephone on 3 March"
          error={errors.consent_source?.message}
        >
          <Input {...register('consent_source')} autoComplete="off" />
        </Field>
      )}
    </>
  )
}
