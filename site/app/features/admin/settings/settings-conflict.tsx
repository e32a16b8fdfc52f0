import { ConflictDialog } from '#app/features/admin/conflict-dialog.tsx'
import type { useSaving } from './use-saving.ts'

type Conflict = NonNullable<ReturnType<typeof useSaving>['conflict']>

export const SettingsConflict = (conflict: Conflict) => (
  <ConflictDialog title="These settings were changed by someone else" saved="Someone saved them" {...conflict} />
)
