import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { nameOf } from './customer.schema.ts'
import type { Customer } from './customer-queries.ts'

interface DisableCustomerDialogProps {
  customer: Customer | null
  onConfirm(customer: Customer): void
  onClose(): void
}

export function DisableCustomerDialog({ customer, onConfirm, onClose }: DisableCustomerDialogProps) {
  return (
    <ConfirmDialog
      open={customer !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Disable customer"
      description={
        customer &&
        `${nameOf(customer)} will be signed out and won’t be able to sign in, see their enquiries or send new ones from their account. You can enable them again at any time.`
      }
      confirmLabel="Disable"
      danger
      onConfirm={() => {
        if (customer) onConfirm(customer)
        onClose()
      }}
    />
  )
}
