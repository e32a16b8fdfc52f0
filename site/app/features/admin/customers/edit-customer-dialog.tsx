import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import type { StaffRole } from '#supabase/functions/_shared/roles.ts'
import { type CustomerValues, customerSchema, nameOf, ROLE_LABELS } from './customer.schema.ts'
import { type Customer, updateCustomer } from './customer-queries.ts'

const ROLES = Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label }))

/** What a promotion means, for the confirmation. */
const PROMOTIONS = {
  admin: {
    title: 'an admin',
    description:
      'They’ll have full admin access: they can change everything on your site and read all customers’ details.',
    confirmLabel: 'Make admin',
  },
  sales: {
    title: 'sales staff',
    description: 'They’ll be able to add and edit vehicles, and to read and answer all enquiries.',
    confirmLabel: 'Make sales staff',
  },
}

interface EditCustomerDialogProps {
  customer: Customer
  /**
   * Whether this is the signed-in admin's own account. Its role cannot be changed here, because the admin could not
   * undo the change.
   */
  isSelf: boolean
  onClose(): void
}

/** Keyed by the customer, so that the dialog starts from the stored values each time it opens. */
export function EditCustomerDialog({ customer, isSelf, onClose }: EditCustomerDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  /** What is saved once the admin has confirmed the customer’s new role. */
  const [promotion, setPromotion] = useState<(CustomerValues & { role: StaffRole }) | null>(null)
  const { register, handleSubmit, formState } = useForm<CustomerValues>({
    defaultValues: customer,
    resolver: zodResolver(customerSchema),
  })
  const saving = useMutation({
    mutationFn: (values: CustomerValues) => updateCustomer(customer, values),
    onSuccess: () => {
      toast.success('Customer updated successfully')
      onClose()
      return client.invalidateQueries({ queryKey: ['accounts'] })
    },
    onError: (error) => {
      setPromotion(null)
      setRefusal(refusalInWords(error))
      toast.error('Failed to update customer')
    },
  })
  const { errors } = formState
  const save = (values: CustomerValues) => {
    const { role } = values
    if (role !== 'user' && role !== customer.role) setPromotion({ ...values, role })
    else saving.mutate(values)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit customer"
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={saving.isPending}>
            Save changes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit(save)} className="grid gap-5 sm:grid-cols-2">
        {refusal && (
          <Alert tone="danger" className="sm:col-span-2">
            {refusal}
          </Alert>
        )}
        <Field label="First name" required error={errors.first_name?.message}>
          <Input {...register('first_name')} />
        </Field>
        <Field label="Last name" error={errors.last_name?.message}>
          <Input {...register('last_name')} />
        </Field>
        <Field
          label="Email"
          required
          error={errors.email?.message}
          hint="This address is for contact only. Customers sign in with the address they registered with."
          className="sm:col-span-2"
        >
          <Input {...register('email')} type="email" />
        </Field>
        <Field label="Phone" error={errors.phone?.message}>
          <Input {...register('phone')} type="tel" />
        </Field>
        <Field
          label="Role"
          required
          error={errors.role?.message}
          hint={isSelf ? 'Only another admin can change your role.' : undefined}
        >
          <Select
            {...register('role')}
            options={isSelf ? ROLES.filter(({ value }) => value === customer.role) : ROLES}
          />
        </Field>
      </form>
      {promotion && (
        <ConfirmDialog
          open
          onOpenChange={() => setPromotion(null)}
          {...PROMOTIONS[promotion.role]}
          title={`Make ${nameOf(customer)} ${PROMOTIONS[promotion.role].title}`}
          loading={saving.isPending}
          onConfirm={() => saving.mutate(promotion)}
        />
      )}
    </Dialog>
  )
}
