import { ConflictDialog } from '#app/features/admin/conflict-dialog.tsx'
import type { SavingConflict } from './use-saving.ts'

/** These settings have no history, so we don't know who saved them. */
export const SettingsConflict = ({ conflict: { theirs, ...conflict } }: { conflict: SavingConflict<unknown> }) => (
  <ConflictDialog
    isOwn
    title="These settings were changed elsewhere"
    saved="Someone else changed these settings, or you did in another tab"
    {...conflict}
  />
)
