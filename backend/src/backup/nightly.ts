// The nightly backup is due at BACKUP_HOUR every night and is made by the first process that checks after that. A
// machine that was off at that time makes the backup once it is back on. The same job makes the backups that admins ask
// for.

import type { Queryable } from '../db/database.ts'
import { BackupError } from './format.ts'
import { BACKUP_HOUR } from './limits.ts'
import type { MadeBackup } from './make-backup.ts'
import { pruneBackups } from './prune.ts'
import { recordBackup, recordOf } from './record.ts'

interface BackupJobDeps {
  db: Queryable
  directory: string
  /** Whether backups are made every night, and not only when an admin asks for one. */
  hasNightly: boolean
  make(): Promise<MadeBackup>
  log: { info(details: object): void }
}

/** Makes the backup if it is due. */
export async function backUpIfDue({ db, directory, hasNightly, make, log }: BackupJobDeps): Promise<void> {
  const isNightly = hasNightly && (await isDue(db))
  if (!isNightly && !(await isRequested(db))) return
  try {
    const made = await make()
    await recordBackup(db, recordOf(made, isNightly))
    const removed = await pruneBackups(directory, made.manifest.installation)
    log.info({ event: 'backup_made', name: made.name, bytes: made.bytes, removed })
  } catch (error) {
    throw new BackupError(explain(error), { cause: error })
  }
}

/** Whether an admin has asked for a backup that has not been made yet. */
async function isRequested(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(`select from forecourt.job_rounds where name = 'backup' and requested_at is not null`)
  return rows.length > 0
}

/** Only nightly backups count. One made with the command at noon does not replace the next nightly backup. */
export async function isDue(db: Queryable, now: string | null = null): Promise<boolean> {
  const { rows } = await db.query<{ due: boolean }>(
    `with clock as (select coalesce($1::timestamptz, now()) at time zone 'Europe/London' as wall)
     select not exists (
       select from forecourt.backups where is_nightly and made_at at time zone 'Europe/London' >= case
         when wall::time >= make_time($2, 0, 0) then wall::date + make_time($2, 0, 0)
         else wall::date - 1 + make_time($2, 0, 0) end
     ) as due from clock`,
    [now, BACKUP_HOUR],
  )
  return rows[0]?.due === true
}

/** This text is for the back office, so it does not contain paths, codes or settings. The cause is in the log. */
function explain(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'There is not enough disk space for the backup'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'The backup folder cannot be written to'
  return 'The backup failed. The server log has the details'
}
