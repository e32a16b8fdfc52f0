import { useQuery } from '@tanstack/react-query'
import { bytesInWords } from '#app/lib/bytes.ts'
import { formatDateTime } from '#app/lib/dates.ts'
import { type BackupStatus, backupStatus, type LastBackup } from './backup-queries.ts'
import { contentInWords } from './backup-words.ts'
import { Fact, type FactState } from './fact.tsx'
import { ageInWords } from './status-words.ts'

/** The last backup, and a word when it is none or too old to be of use. */
export function BackupFact() {
  const { data, isError } = useQuery(backupStatus)
  if (!data) {
    const words = isError ? 'Could not be asked for' : 'Not known yet'
    return <Fact title="Backup" state={{ tone: 'quiet', words }} rows={[]} />
  }
  return <Fact title="Backup" state={stateOf(data)} advice={adviceOn(data)} rows={data.last ? rowsOf(data.last) : []} />
}

function stateOf({ last, isOld, lastError }: BackupStatus): FactState {
  if (lastError) return { tone: 'danger', words: 'The last try failed' }
  if (!last) return { tone: 'warning', words: 'None yet' }
  return isOld ? { tone: 'warning', words: 'More than two days old' } : { tone: 'success', words: 'Fine' }
}

const EXISTS_ONCE = 'What is written here exists once. Set BACKUP_DIR for one each night, or run npm run backup.'

function adviceOn({ isOld, lastError }: BackupStatus): string | undefined {
  if (lastError) return `${lastError}. It is tried again by itself.`
  return isOld ? EXISTS_ONCE : undefined
}

function rowsOf({ folder, isNightly, madeAt, bytes, rows, pictures, missingPictures }: LastBackup): [string, string][] {
  return [
    ['Made', `${formatDateTime(madeAt)}, ${ageInWords(madeAt)}`],
    ['How', isNightly ? 'By itself, at night' : 'By hand'],
    ['Holds', contentInWords({ rows, pictures })],
    ['Size', bytesInWords(bytes)],
    ...(missingPictures > 0
      ? [['Pictures not found', missingPictures.toLocaleString('en-GB')] as [string, string]]
      : []),
    ['Folder', folder],
  ]
}
