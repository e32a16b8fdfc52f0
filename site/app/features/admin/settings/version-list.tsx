import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { formatDateTime } from '#app/lib/dates.ts'
import type { Version } from './published-queries.ts'

interface VersionListProps {
  versions: Version[]
  onRestore: (version: Version) => void
}

/** The last ten versions. Restoring one fills the form with it, and it is then published like any other change. */
export function VersionList({ versions, onRestore }: VersionListProps) {
  if (versions.length === 0) return null
  return (
    <Card className="mt-8 grid max-w-3xl gap-4 p-5 sm:p-6">
      <h2 className="display text-2xl">Version history</h2>
      <ol className="grid divide-y divide-hairline">
        {versions.map((version, index) => (
          <li key={version.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2 text-sm">
            <span>
              {version.publishedBy === null ? (
                'Original version'
              ) : (
                <>
                  <span className="tabular">{formatDateTime(version.publishedAt)}</span>
                  <span className="text-quiet"> {version.publishedBy}</span>
                </>
              )}
            </span>
            {index === 0 ? (
              <span className="text-quiet">On the site now</span>
            ) : (
              <Button type="button" variant="quiet" onClick={() => onRestore(version)}>
                Restore
                <span className="sr-only">
                  {version.publishedBy === null
                    ? ' the original version'
                    : ` the version from ${formatDateTime(version.publishedAt)}`}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
