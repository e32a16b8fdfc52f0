import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { formatNumber } from '#app/lib/money.ts'
import { type Choice, removeDemoVehicles } from './demo-stock.ts'
import { choiceInWords, outcomeInWords } from './removal-in-words.ts'

const WORD = 'remove'

interface RemoveDialogProps {
  choice: Choice
  onClose(): void
}

/** Step two: confirms the recorded removal. Nothing else is removed. */
export function RemoveDialog({ choice, onClose }: RemoveDialogProps) {
  const [typed, setTyped] = useState('')
  const [removed, setRemoved] = useState(0)
  // Totals over all attempts.
  const removedSoFar = useRef(0)
  const removal = useMutation({
    mutationFn: () =>
      removeDemoVehicles(choice, (count) => {
        removedSoFar.current += count
        setRemoved(removedSoFar.current)
      }),
    onSuccess: () => {
      toast.success(outcomeInWords(choice.vehicles, removedSoFar.current))
      onClose()
    },
  })

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !removal.isPending && onClose()}
      title="Are you sure?"
      description={`${choiceInWords(choice)} will be removed from your website. This can’t be undone.`}
      confirmLabel={removed > 0 && !removal.isPending ? 'Continue' : 'Remove for good'}
      danger
      disabled={typed.trim().toLowerCase() !== WORD}
      loading={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      {removal.isPending || removed > 0 ? (
        <Removed removed={removed} total={choice.vehicles} />
      ) : (
        <Field label={`Type “${WORD}” to confirm`}>
          <Input autoComplete="off" autoCapitalize="none" value={typed} onChange={(e) => setTyped(e.target.value)} />
        </Field>
      )}
      {removal.isError && (
        <Alert tone="danger" className="mt-4">
          We couldn’t remove all the demo vehicles. Try again to remove the rest.
        </Alert>
      )}
    </ConfirmDialog>
  )
}

function Removed({ removed, total }: { removed: number; total: number }) {
  return (
    <div className="grid gap-2">
      <Progress label="Demo vehicles removed" value={removed} max={total} />
      <p className="tabular text-quiet text-sm">
        {formatNumber(removed)} of {formatNumber(total)} vehicles
      </p>
    </div>
  )
}
