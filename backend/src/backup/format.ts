// The format of a backup: a folder that is named `forecourt-<time>` only once it is complete.
//
//   manifest.json          the contents: version, tables, counts, checksums
//   manifest.json.sha256   the manifest's own checksum, in the format of sha256sum
//   rows/<table>.jsonl.gz  one row per line, with its columns as Postgres prints them, which every engine and version can read
//   pictures.jsonl         one picture per line: its key, size and checksum
//   pictures/ab/abcd...    the pictures, named by checksum: a picture's key never becomes a path
//   keys.json              the keys that sign sessions

import { z } from 'zod'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const MANIFEST_SUM = 'manifest.json.sha256'
export const KEYS = 'keys.json'
export const PICTURE_LIST = 'pictures.jsonl'

/** The message is one line for the operator who runs the command. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const Checksum = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.number().int().nonnegative()
const Identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const StoredFile = z.object({ bytes: Count, sha256: Checksum })

export const TableEntry = StoredFile.extend({
  schema: Identifier,
  name: Identifier,
  columns: z.array(z.string().min(1)).min(1),
  rows: Count,
  /** A checksum of all rows regardless of their order, so that engines can be compared. */
  rowSum: Checksum,
})
export type TableEntry = z.infer<typeof TableEntry>

const SequenceEntry = z.object({
  schema: Identifier,
  name: Identifier,
  /** Stored as text, because the value may exceed the range of a JavaScript number. */
  value: z.string().regex(/^-?\d{1,19}$/),
  isCalled: z.boolean(),
})
export type SequenceEntry = z.infer<typeof SequenceEntry>

export const Manifest = z.object({
  format: z.literal(FORMAT),
  product: z.literal('forecourt'),
  version: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** The time of the snapshot. */
  madeAt: z.iso.datetime(),
  installation: z.uuid().nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: Checksum })).min(1),
  tables: z.array(TableEntry).min(1),
  sequences: z.array(SequenceEntry),
  /** `missing` pictures are referenced by a row, but their files were not found. */
  pictures: StoredFile.extend({ count: Count, missing: Count, totalBytes: Count }),
  keys: StoredFile,
})
export type Manifest = z.infer<typeof Manifest>

export const PictureEntry = z.object({
  key: z.string().min(1).max(2048),
  size: Count,
  sha256: Checksum,
  /** The source file's state, used by the next backup to tell whether the file has changed. */
  state: z.string(),
})
export type PictureEntry = z.infer<typeof PictureEntry>

export const rowsFile = ({ schema, name }: Pick<TableEntry, 'schema' | 'name'>) => `rows/${schema}.${name}.jsonl.gz`
export const pictureFile = (sha256: string) => `pictures/${sha256.slice(0, 2)}/${sha256}`

const NAME = /^forecourt-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/

export const folderName = (madeAt: Date) => `forecourt-${madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

export function timeOfFolder(name: string): Date | null {
  const [, ...parts] = NAME.exec(name) ?? []
  if (parts.length === 0) return null
  const [year, month, day, hour, minute, second] = parts
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** Backups that are still being made or removed. */
export const isUnfinished = (name: string) => /^\.forecourt-\d{8}T\d{6}Z-[0-9a-f]{8}\.(partial|removed)$/.test(name)
