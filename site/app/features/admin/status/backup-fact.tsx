import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { formatBytes } from '#app/lib/bytes.ts'
import { formatDateTime } from '#app/lib/dates.ts'
import { type BackupStatus, backupStatus, type LastBackup, requestBackup } from './backup-queries.ts'
import { contentInWords } from './backup-words.ts'
import { Fact, type FactState } from './fact.tsx'
import { ageInWords } from './status-words.ts'

interface BackupFactProps {
  /** Undefined if this server does not make the backups, as on a hosted project. */
  hasNightly: boolean | undefined
}

/** The last backup, with a warning if there is none or it is too old, and a button to make one. */
export function BackupFact({ hasNightly }: BackupFactProps) {
  const { data, isError } = useQuery(backupStatus)
  if (!data) {
    const label = isError ? 'Unknown' : 'Checking…'
    return <Fact title="Backup" state={{ tone: 'quiet', label }} rows={[]} />
  }
  return (
    <Fact
      title="Backup"
      state={stateOf(data)}
      advice={adviceOn(data, hasNightly)}
      rows={data.last ? rowsOf(data.last) : []}
      action={hasNightly === undefined ? undefined : <BackUpNow isUnderWay={data.isUnderWay} />}
    />
  )
}

function BackUpNow({ isUnderWay }: { isUnderWay: boolean }) {
  const client = useQueryClient()
  const asking = useMutation({
    mutationFn: requestBackup,
    onSuccess: (isStarted) => toast.info(isStarted ? 'Backing up now' : 'A backup is already being made'),
    onError: (error) => {
      const isLimited = (error as { code?: string }).code === 'PT429'
      toast.error(
        isLimited
          ? 'You’ve made too many backups in the last hour. Please try again later.'
          : 'Failed to start a backup',
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: backupStatus.queryKey }),
  })
  return (
    <div>
      <Button size="sm" variant="hairline" loading={asking.isPending || isUnderWay} onClick={() => asking.mutate()}>
        {isUnderWay ? 'Backing up…' : 'Back up now'}
      </Button>
    </div>
  )
}

function stateOf({ last, isOld, lastError, isUnderWay }: BackupStatus): FactState {
  if (isUnderWay) return { tone: 'info', label: 'In progress' }
  if (lastError) return { tone: 'danger', label: 'Last backup failed' }
  if (!last) return { tone: 'warning', label: 'No backup yet' }
  return isOld ? { tone: 'warning', label: 'More than two days old' } : { tone: 'success', label: 'OK' }
}

const SET_UP_BACKUPS =
  'Without a recent backup, you could lose your data. To set up nightly backups, see “Backup” in the Forecourt documentation.'
const SAME_MACHINE =
  'Backups are made only when you ask for one, and they’re stored on the same machine as your site. To set up nightly backups elsewhere, see “Backup” in the Forecourt documentation.'

function adviceOn({ isOld, lastError, isUnderWay }: BackupStatus, hasNightly: boolean | undefined): string | undefined {
  if (lastError && !isUnderWay) return `${lastError}. We’ll try again automatically.`
  if (hasNightly === false) return SAME_MACHINE
  return isOld ? SET_UP_BACKUPS : undefined
}

function rowsOf({ folder, isNightly, madeAt, bytes, rows, pictures, missingPictures }: LastBackup): [string, string][] {
  return [
    ['Created', `${formatDateTime(madeAt)}, ${ageInWords(madeAt)}`],
    ['Type', isNightly ? 'Nightly' : 'Manual'],
    ['Contents', contentInWords({ rows, pictures })],
    ['Size', formatBytes(bytes)],
    ...(missingPictures > 0 ? [['Missing pictures', missingPictures.toLocaleString('en-GB')] as [string, string]] : []),
    ['Folder', folder],
  ]
}
