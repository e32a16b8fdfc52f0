import { useFormContext } from 'react-hook-form'
import { Field, Input } from '#app/components/ui/field.tsx'
import type { CustomerValues } from '#app/lib/customer.schema.ts'
import { PrivacyNote } from '#app/platform/company/privacy-note.tsx'
import type { KnownCustomer } from './use-customer.ts'

const LOCKED_HINT = 'From your account'

/** The customer's name, email address and phone number. */
export function CustomerFields({ customer }: { customer: KnownCustomer }) {
  const { register, formState } = useFormContext<CustomerValues>()
  const { errors } = formState
  return (
    <>
      <Field label="Name" required error={errors.name?.message} hint={customer.lockedName && LOCKED_HINT}>
        <Input {...register('name')} autoComplete="name" readOnly={customer.lockedName} />
      </Field>
      <Field label="Email" required error={errors.email?.message} hint={customer.lockedEmail && LOCKED_HINT}>
        <Input {...register('email')} type="email" autoComplete="email" readOnly={customer.lockedEmail} />
      </Field>
      <Field label="Phone" required error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <PrivacyNote />
    </>
  )
}
