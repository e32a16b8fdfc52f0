import { Button } from '#app/components/ui/button.tsx'
import { SelectionBar } from '#app/features/admin/list/selection-bar.tsx'
import type { Selection } from '#app/features/admin/list/use-selection.ts'
import type { InboxItem } from './inbox-queries.ts'
import { useLeadActions } from './use-lead-actions.ts'

/** All three fit on one line on a phone. */
const NARROW = 'max-sm:px-3!'

/** What can be done with the selected leads. The status decides which actions make sense. */
export function BulkBar({ selection, onAssign }: { selection: Selection<InboxItem>; onAssign(): void }) {
  const { act, isPending } = useLeadActions()
  const { selected, clear } = selection
  const change = (status: 'closed' | 'reopened') => act({ leads: selected, change: { status }, onDone: clear })
  return (
    <SelectionBar label="Selected enquiries" count={selected.length} onClear={clear}>
      <Button variant="hairline" className={NARROW} disabled={isPending} onClick={onAssign}>
        Assign
      </Button>
      {selected.some(({ status }) => status === 'Closed') && (
        <Button variant="hairline" className={NARROW} disabled={isPending} onClick={() => change('reopened')}>
          Reopen
        </Button>
      )}
      {selected.some(({ status }) => status !== 'Closed') && (
        <Button className={NARROW} disabled={isPending} onClick={() => change('closed')}>
          Close
        </Button>
      )}
    </SelectionBar>
  )
}
