import { formatDate, formatLongDate } from '#app/lib/dates.ts'
import type { SystemFacts } from '#supabase/functions/_shared/system-facts.ts'

type BackupFacts = Pick<SystemFacts, 'hasNightlyBackups' | 'backupMonths'>

const ELSEWHERE = 'Copies of backups that you store elsewhere must be deleted there.'

/**
 * When the last backup with what is erased now will be gone. One backup is kept for each of the last months, so the
 * newest of this month goes when a month's first backup pushes it out. `facts` is null if this server does not make the
 * backups, as on a hosted project, or if that is not known.
 */
export function backupsInWords(facts: BackupFacts | null, lastMadeAt: string | null, now = new Date()): string {
  if (!facts) {
    return 'We don’t know how long backups of your site are kept. Ask your hosting provider; until then, the data may still be in them.'
  }
  if (facts.hasNightlyBackups) {
    const gone = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + facts.backupMonths, 1))
    return `If nightly backups continue, the last one that contains this data will be deleted by ${formatLongDate(gone)}. ${ELSEWHERE}`
  }
  if (!lastMadeAt) return 'This site has made no backups.'
  return `Nightly backups are off, so we can’t say when the last backup will be gone: an old backup is deleted only after newer ones are made. The last backup was made on ${formatDate(lastMadeAt)}. ${ELSEWHERE}`
}
