import { useQuery } from '@tanstack/react-query'
import { Alert } from '#app/components/ui/alert.tsx'
import { Card, CardBody, CardHeader } from '#app/components/ui/card.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { formatDateTime } from '#app/lib/dates.ts'
import { type BackupStatus, backupStatus, type LastBackup } from './backup-queries.ts'
import { contentInWords, sizeInWords } from './backup-words.ts'
import { ageInWords } from './status-words.ts'

/** The last backup, and a word when it is none or too old to be of use. */
export function BackupCard() {
  const { data, isError } = useQuery(backupStatus)
  return (
    <Card className="mb-6">
      <CardHeader title="Backup" />
      <CardBody className="grid gap-4 pt-3 text-sm">
        {data ? (
          <Standing {...data} />
        ) : isError ? (
          <p className="text-quiet">Backups could not be asked for.</p>
        ) : (
          <Waiting />
        )}
      </CardBody>
    </Card>
  )
}

function Standing({ last, isOld, lastError }: BackupStatus) {
  return (
    <>
      {isOld && (
        <Alert tone="warning" title={last ? 'The last backup is more than two days old.' : 'There is no backup yet.'}>
          What is written here exists once. Set BACKUP_DIR for one each night, or run npm run backup.
        </Alert>
      )}
      {lastError && (
        <Alert tone="danger" title="The last try failed.">
          {lastError}. It is tried again by itself.
        </Alert>
      )}
      {last && <Last {...last} />}
    </>
  )
}

function Last({ folder, isNightly, madeAt, bytes, rows, pictures, missingPictures }: LastBackup) {
  const facts: [string, string][] = [
    ['When', `${formatDateTime(madeAt)}, ${ageInWords(madeAt)}`],
    ['How', isNightly ? 'By itself, at night' : 'By hand'],
    ['Size', `${sizeInWords(bytes)}: ${contentInWords({ rows, pictures })}`],
    ['Folder', folder],
  ]
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="grid content-start gap-0.5">
            <dt className="text-quiet text-xs">{name}</dt>
            <dd className="tabular [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {missingPictures > 0 && (
        <p className="text-quiet">
          Pictures that the database names and nobody could find: {missingPictures.toLocaleString('en-GB')}.
        </p>
      )}
    </>
  )
}

const Waiting = () => (
  <div aria-busy className="grid gap-2">
    <Skeleton className="h-4 w-64" />
    <Skeleton className="h-4 w-40" />
  </div>
)
