import { Button } from '#app/components/ui/button.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'
import { useLeadActions } from './use-lead-actions.ts'
import type { Selection } from './use-selection.ts'

/** What can be done with the selected leads. The status decides which actions make sense. */
export function BulkBar({ selection, onAssign }: { selection: Selection; onAssign(): void }) {
  const { act, isPending } = useLeadActions()
  const { selected, clear } = selection
  if (selected.length === 0) return null
  const change = (status: 'closed' | 'reopened') => act({ leads: selected, change: { status }, onDone: clear })
  return (
    <BottomBar className="mt-4 items-center">
      <section aria-label="Selected enquiries" className="flex w-full flex-wrap items-center gap-3">
        <p role="status" className="tabular mr-auto text-sm">
          {selected.length} selected
        </p>
        <Button variant="quiet" onClick={clear}>
          Clear
        </Button>
        <Button variant="hairline" disabled={isPending} onClick={onAssign}>
          Assign
        </Button>
        <Button
          variant="hairline"
          disabled={isPending || selected.every(({ status }) => status !== 'Closed')}
          onClick={() => change('reopened')}
        >
          Reopen
        </Button>
        <Button
          disabled={isPending || selected.every(({ status }) => status === 'Closed')}
          onClick={() => change('closed')}
        >
          Close
        </Button>
      </section>
    </BottomBar>
  )
}
