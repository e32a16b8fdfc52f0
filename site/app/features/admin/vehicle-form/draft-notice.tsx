import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { formatDateTime } from '#app/lib/dates.ts'
import type { Draft } from './draft.ts'

interface DraftNoticeProps {
  draft: Draft
  isRestoring: boolean
  onRestore(draft: Draft): void
  onDiscard(): void
}

export function DraftNotice({ draft, isRestoring, onRestore, onDiscard }: DraftNoticeProps) {
  return (
    <Alert tone="info" title={`Unsaved changes from ${formatDateTime(draft.savedAt)}`} className="mb-6">
      <p>We kept these changes when the page was closed. You can restore them, or discard them and start again.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" loading={isRestoring} onClick={() => onRestore(draft)}>
          Restore draft
        </Button>
        <Button size="sm" variant="hairline" onClick={onDiscard}>
          Discard draft
        </Button>
      </div>
    </Alert>
  )
}
