import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { londonDate } from '#app/lib/dates.ts'
import { MESSAGE_LENGTH, NAME_LENGTH, NEXT_STEP_LENGTH, PHONE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { type AddLeadValues, CAME_BY } from './add-lead.schema.ts'
import { VehicleChoice } from './vehicle-choice.tsx'

interface AddLeadFieldsProps {
  form: UseFormReturn<AddLeadValues>
  staff: { id: string; name: string }[]
}

export function AddLeadFields({ form, staff }: AddLeadFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="How they got in touch">
        <Select {...register('came_by')} options={CAME_BY} />
      </Field>
      <Field label="Name" required error={errors.name?.message}>
        <Input {...register('name')} maxLength={NAME_LENGTH} autoComplete="off" />
      </Field>
      <Field label="Telephone" optional error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" maxLength={PHONE_LENGTH} autoComplete="off" />
      </Field>
      <Field label="Email" optional error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="off" />
      </Field>
      <Field label="What they want" required error={errors.message?.message} className="sm:col-span-2">
        <Textarea {...register('message')} rows={3} maxLength={MESSAGE_LENGTH} />
      </Field>
      <Field label="Vehicle" optional className="sm:col-span-2">
        <Controller
          control={control}
          name="vehicle"
          render={({ field }) => <VehicleChoice value={field.value} onChange={field.onChange} />}
        />
      </Field>
      <Field label="Next step" optional error={errors.next_step?.message} className="sm:col-span-2">
        <Input {...register('next_step')} maxLength={NEXT_STEP_LENGTH} placeholder="Call back about finance" />
      </Field>
      <Field label="Due" optional>
        <Input {...register('due_on')} type="date" min={londonDate()} />
      </Field>
      <Field label="Assigned to" optional>
        <Select
          {...register('assignee_id')}
          placeholder="No one"
          options={staff.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
    </div>
  )
}
