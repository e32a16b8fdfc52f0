// What a backup is: a folder of its own, `forecourt-<time>`, whole or not there.
//
//   manifest.json          what is in it: version, tables, counts, checksums
//   manifest.json.sha256   the manifest's own checksum, as sha256sum writes and checks it
//   rows/<table>.jsonl.gz  a row a line: its columns as Postgres prints them, so that every engine and version reads them alike
//   pictures.jsonl         a picture a line: its key, size and checksum
//   pictures/ab/abcd...    the pictures, each under its checksum: no name of theirs ever becomes a path
//   keys.json              what signs sessions

import { z } from 'zod'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const MANIFEST_SUM = 'manifest.json.sha256'
export const KEYS = 'keys.json'
export const PICTURE_LIST = 'pictures.jsonl'

/** Its message is one line for whoever runs the command. */
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
  /** Of all rows in any order: the same on every engine that holds the same rows. */
  rowSum: Checksum,
})
export type TableEntry = z.infer<typeof TableEntry>

const SequenceEntry = z.object({
  schema: Identifier,
  name: Identifier,
  /** As text: it may be larger than a number of JavaScript. */
  value: z.string().regex(/^-?\d{1,19}$/),
  isCalled: z.boolean(),
})
export type SequenceEntry = z.infer<typeof SequenceEntry>

export const Manifest = z.object({
  format: z.literal(FORMAT),
  product: z.literal('forecourt'),
  version: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** When its rows were as they are in it. */
  madeAt: z.iso.datetime(),
  installation: z.uuid().nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: Checksum })).min(1),
  tables: z.array(TableEntry).min(1),
  sequences: z.array(SequenceEntry),
  /** `missing` ones were named by a row and were nowhere to be found. */
  pictures: StoredFile.extend({ count: Count, missing: Count, totalBytes: Count }),
  keys: StoredFile,
})
export type Manifest = z.infer<typeof Manifest>

export const PictureEntry = z.object({
  key: z.string().min(1).max(2048),
  size: Count,
  sha256: Checksum,
  /** Of the file at its source, to know it again the next night. */
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

/** Backups in the making, and those that are being removed: never taken for whole ones. */
export const isUnfinished = (name: string) => /^\.forecourt-\d{8}T\d{6}Z-[0-9a-f]{8}\.(partial|removed)$/.test(name)
