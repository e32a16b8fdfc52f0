import clsx from 'clsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { formatDateTime } from '#app/lib/dates.ts'

interface DraftNoticeProps {
  savedAt: string
  isRestoring?: boolean
  onRestore(): void
  onDiscard(): void
  className?: string
}

export function DraftNotice({ savedAt, isRestoring, onRestore, onDiscard, className }: DraftNoticeProps) {
  return (
    <Alert tone="info" title={`Unsaved changes from ${formatDateTime(savedAt)}`} className={clsx('mb-6', className)}>
      <p>We kept these changes when the page was closed. You can restore them, or discard them and start again.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" loading={isRestoring} onClick={onRestore}>
          Restore draft
        </Button>
        <Button size="sm" variant="hairline" onClick={onDiscard}>
          Discard draft
        </Button>
      </div>
    </Alert>
  )
}
