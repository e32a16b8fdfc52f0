import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { formatDateTime } from '#app/lib/dates.ts'
import type { PublishedVersion } from './published-version.ts'

interface VersionListProps<Version extends PublishedVersion> {
  versions: Version[]
  /** The id of the version that visitors see, if any. */
  publishedId: number | null | undefined
  /** Whether the form has edits that were never published, which a restored version would replace. */
  isDirty: boolean
  /** Fills the form. */
  onRestore(version: Version): void
}

/** The last ten versions. Restoring one fills the form with it, and it is then published like any other change. */
export function VersionList<Version extends PublishedVersion>(props: VersionListProps<Version>) {
  const { versions, publishedId, isDirty, onRestore } = props
  const [wanted, setWanted] = useState<Version | null>(null)
  const restore = (version: Version) => {
    setWanted(null)
    onRestore(version)
    window.scrollTo({ top: 0 })
    toast.success('We’ve loaded that version into the form. Publish it to show it on your site.')
  }
  if (versions.length === 0) return null
  return (
    <Card className="mt-8 grid max-w-3xl gap-4 p-5 sm:p-6">
      <h2 className="display text-2xl">Version history</h2>
      <ol className="grid divide-y divide-hairline">
        {versions.map((version) => (
          <li key={version.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2 text-sm">
            <span>
              {version.isOriginal ? (
                'Original version'
              ) : (
                <>
                  <span className="tabular">{formatDateTime(version.publishedAt)}</span>
                  <span className="text-quiet"> {version.publishedBy}</span>
                </>
              )}
            </span>
            {version.id === publishedId ? (
              <span className="text-quiet">On the site now</span>
            ) : (
              <Button type="button" variant="quiet" onClick={() => (isDirty ? setWanted(version) : restore(version))}>
                Restore
                <span className="sr-only">
                  {version.isOriginal
                    ? ' the original version'
                    : ` the version from ${formatDateTime(version.publishedAt)}`}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={wanted !== null}
        onOpenChange={() => setWanted(null)}
        title="Replace your changes?"
        description="You haven’t published your changes to this form. If you restore this version, they are lost."
        cancelLabel="Keep editing"
        confirmLabel="Restore"
        danger
        onConfirm={() => wanted && restore(wanted)}
      />
    </Card>
  )
}
