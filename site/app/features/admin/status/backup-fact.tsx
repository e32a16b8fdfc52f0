import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '#app/lib/bytes.ts'
import { formatDateTime } from '#app/lib/dates.ts'
import { type BackupStatus, backupStatus, type LastBackup } from './backup-queries.ts'
import { contentInWords } from './backup-words.ts'
import { Fact, type FactState } from './fact.tsx'
import { ageInWords } from './status-words.ts'

/** The last backup, with a warning if there is none or it is too old. */
export function BackupFact() {
  const { data, isError } = useQuery(backupStatus)
  if (!data) {
    const label = isError ? 'Unknown' : 'Checking…'
    return <Fact title="Backup" state={{ tone: 'quiet', label }} rows={[]} />
  }
  return <Fact title="Backup" state={stateOf(data)} advice={adviceOn(data)} rows={data.last ? rowsOf(data.last) : []} />
}

function stateOf({ last, isOld, lastError }: BackupStatus): FactState {
  if (lastError) return { tone: 'danger', label: 'Last backup failed' }
  if (!last) return { tone: 'warning', label: 'No backup yet' }
  return isOld ? { tone: 'warning', label: 'More than two days old' } : { tone: 'success', label: 'OK' }
}

const SET_UP_BACKUPS =
  'Without a recent backup, you could lose your data. To set up nightly backups, see “Backup” in the Forecourt documentation.'

function adviceOn({ isOld, lastError }: BackupStatus): string | undefined {
  if (lastError) return `${lastError}. We’ll try again automatically.`
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
