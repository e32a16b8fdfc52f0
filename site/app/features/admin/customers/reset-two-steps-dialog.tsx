import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { nameOf } from './customer.schema.ts'
import type { Customer } from './customer-queries.ts'

interface ResetTwoStepsDialogProps {
  customer: Customer | null
  onConfirm(customer: Customer): void
  onClose(): void
}

export function ResetTwoStepsDialog({ customer, onConfirm, onClose }: ResetTwoStepsDialogProps) {
  return (
    <ConfirmDialog
      open={customer !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Reset Two Steps"
      description={
        customer &&
        `Only when you are sure that it is ${nameOf(customer)} who asks, and not somebody with their password. They are signed out everywhere, and the password alone signs in until they set it up again. It is noted under Recent Activity.`
      }
      confirmLabel="Reset"
      danger
      onConfirm={() => {
        if (customer) onConfirm(customer)
        onClose()
      }}
    />
  )
}
