import { useState } from 'react'
import type { Selection } from '#app/features/admin/list/use-selection.ts'
import type { BulkKind, Refused } from './bulk-change.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { RefusedDialog } from './refused-dialog.tsx'
import { UndoNotice } from './undo-notice.tsx'
import { VehicleBulkBar } from './vehicle-bulk-bar.tsx'
import type { VehicleListQuery, VehicleRow } from './vehicle-queries.ts'

interface BulkChangesProps {
  list: VehicleListQuery
  total: number
  selection: Selection<VehicleRow>
  /** The list, between what can be undone and what can be done. */
  children: React.ReactNode
}

/** Changes the selected vehicles together: the actions below the list, the preview, and undoing above the list. */
export function BulkChanges({ list, total, selection, children }: BulkChangesProps) {
  const [kind, setKind] = useState<BulkKind | null>(null)
  const [justMade, setJustMade] = useState<string | null>(null)
  const [problem, setProblem] = useState<{ title: string; refused: Refused[] } | null>(null)
  return (
    <>
      <UndoNotice
        justMade={problem ? null : justMade}
        onRefused={(refused) => setProblem({ title: 'Not everything was undone', refused })}
      />
      {children}
      <VehicleBulkBar list={list} total={total} selection={selection} onChange={setKind} />
      {kind && (
        <BulkDialog
          kind={kind}
          ids={[...selection.keys]}
          onClose={() => setKind(null)}
          onDone={(surprises, id) => {
            setKind(null)
            setJustMade(id)
            selection.clear()
            if (surprises.length > 0) setProblem({ title: 'Not everything was changed', refused: surprises })
          }}
        />
      )}
      {problem && <RefusedDialog {...problem} onClose={() => setProblem(null)} />}
    </>
  )
}
