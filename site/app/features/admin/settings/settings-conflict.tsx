import { ConflictDialog } from '#app/features/admin/conflict-dialog.tsx'
import type { SavingConflict } from './use-saving.ts'

/** Who saved them is not kept. */
export const SettingsConflict = ({ conflict: { theirs, ...conflict } }: { conflict: SavingConflict<unknown> }) => (
  <ConflictDialog
    isOwn
    title="These settings were changed elsewhere"
    saved="They were saved by someone else, or by you in another tab"
    {...conflict}
  />
)
