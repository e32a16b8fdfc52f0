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
      title="Reset two-step verification"
      description={
        customer &&
        `Only do this if you’re sure the request comes from ${nameOf(customer)} rather than from someone who knows their password. They’ll be signed out everywhere, and they’ll only need their password to sign in until they set up two-step verification again. The reset is recorded under Recent Activity.`
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
