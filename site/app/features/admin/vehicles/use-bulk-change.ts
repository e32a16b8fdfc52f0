import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import type { BulkChange, PlannedChange, Refused } from './bulk-change.ts'
import { changeVehicles, undoChange } from './bulk-queries.ts'

interface BulkRequest {
  planned: PlannedChange[]
  change: BulkChange
}

interface BulkOutcome {
  /** `surprises` are the vehicles that were refused although the preview said that they would be changed. */
  onDone(surprises: Refused[], id: string | null): void
}

/** Makes a change that was previewed. AutoTrader is told by the database. */
export function useBulkChange({ onDone }: BulkOutcome) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ planned, change }: BulkRequest) => changeVehicles(planned, change),
    onSuccess: ({ id, summary, refused }, { planned }) => {
      if (summary) toast.success(summary)
      const expected = new Set(planned.filter(({ refusal }) => refusal !== null).map((one) => one.id))
      onDone(
        refused.filter((one) => !expected.has(one.id)),
        id,
      )
    },
    onError: (error) => toast.error(refusalInWords(error) ?? 'Nothing was changed. Please try again.'),
    onSettled: () => client.invalidateQueries(),
  })
  return { apply: mutate, isApplying: isPending }
}

export function useUndoChange({ onDone }: { onDone(refused: Refused[]): void }) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: undoChange,
    onSuccess: ({ summary, refused }) => {
      if (summary) toast.success(summary)
      onDone(refused)
    },
    onError: (error) => toast.error(refusalInWords(error) ?? 'It could not be undone. Please try again.'),
    onSettled: () => client.invalidateQueries(),
  })
  return { undo: mutate, undoing: isPending ? variables : null }
}
