import { z } from 'zod'
import type { Queryable } from '../db/database.ts'
import type { MadeBackup } from './make-backup.ts'

/** The details of a backup that the back office shows. */
export const BackupRecord = z.object({
  folder: z.string().regex(/^forecourt-[0-9TZ]{1,40}$/),
  isNightly: z.boolean(),
  madeAt: z.iso.datetime(),
  bytes: z.number().int().nonnegative(),
  rows: z.number().int().nonnegative(),
  pictures: z.number().int().nonnegative(),
  missingPictures: z.number().int().nonnegative(),
})
export type BackupRecord = z.infer<typeof BackupRecord>

const MAX_RECORDS = 100

export function recordOf({ name, manifest, bytes }: MadeBackup, isNightly: boolean): BackupRecord {
  const { madeAt, pictures, tables } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { folder: name, isNightly, madeAt, bytes, rows, pictures: pictures.count, missingPictures: pictures.missing }
}

/** A database that has not been migrated yet may lack the table. */
export async function recordBackup(db: Queryable, record: BackupRecord): Promise<void> {
  const { rows } = await db.query<{ known: boolean }>(`select to_regclass('forecourt.backups') is not null as known`)
  if (!rows[0]?.known) return
  await db.query(
    `insert into forecourt.backups (folder, is_nightly, made_at, bytes, rows, pictures, missing_pictures)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      record.folder,
      record.isNightly,
      record.madeAt,
      record.bytes,
      record.rows,
      record.pictures,
      record.missingPictures,
    ],
  )
  await db.query(
    `delete from forecourt.backups where id not in (
       select id from forecourt.backups order by finished_at desc limit ${MAX_RECORDS})`,
  )
}
