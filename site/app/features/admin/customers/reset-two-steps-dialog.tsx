import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { nameOf } from './customer.schema.ts'
import type { AccountName } from './customer-queries.ts'

interface ResetTwoStepsDialogProps<Account extends AccountName> {
  customer: Account | null
  onConfirm(customer: Account): void
  onClose(): void
}

export function ResetTwoStepsDialog<Account extends AccountName>(props: ResetTwoStepsDialogProps<Account>) {
  const { customer, onConfirm, onClose } = props
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
