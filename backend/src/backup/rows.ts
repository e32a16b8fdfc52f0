// Copies rows out of one database and into another. A row is an array of strings, one per column, in the form in which
// Postgres prints the value. Every engine and version reads these strings back exactly, and a JSON null remains
// distinct from an SQL null.

import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { Queryable } from '../db/database.ts'
import { readChunks, splitLines, writeSafely } from './files.ts'
import { BackupError, rowsFile, type TableEntry } from './format.ts'
import type { Table } from './tables.ts'

const ROWS_PER_FETCH = 500
const ROWS_PER_STATEMENT = 1_000
const CHARACTERS_PER_STATEMENT = 1024 * 1024

/** Must run in a transaction. Holds the rows of only one fetch in memory. */
async function* readLines(tx: Queryable, { sql, columns }: Table): AsyncGenerator<string> {
  const list = columns.map((column) => `${column.sql}::text`).join(', ')
  await tx.query(`declare backup_rows no scroll cursor for select to_json(array[${list}])::text as line from ${sql}`)
  for (;;) {
    const { rows } = await tx.query<{ line: string }>(`fetch ${ROWS_PER_FETCH} from backup_rows`)
    for (const { line } of rows) yield line
    if (rows.length < ROWS_PER_FETCH) break
  }
  await tx.query('close backup_rows')
}

/** Adds up the checksums of the rows, so that their order does not matter. Engines may return them in different orders. */
class RowSum {
  #lanes = new BigUint64Array(4)
  rows = 0

  add(line: string): void {
    const digest = createHash('sha256').update(line).digest()
    for (let lane = 0; lane < 4; lane++)
      this.#lanes[lane] = (this.#lanes[lane] ?? 0n) + digest.readBigUInt64LE(lane * 8)
    this.rows += 1
  }

  toString(): string {
    return Buffer.from(this.#lanes.buffer).toString('hex')
  }
}

export async function sumRows(tx: Queryable, table: Table): Promise<{ rows: number; rowSum: string }> {
  const sum = new RowSum()
  for await (const line of readLines(tx, table)) sum.add(line)
  return { rows: sum.rows, rowSum: String(sum) }
}

export async function writeTable(tx: Queryable, table: Table, root: string): Promise<TableEntry> {
  const { schema, name, columns } = table
  const sum = new RowSum()
  async function* lines() {
    let block = ''
    for await (const line of readLines(tx, table)) {
      sum.add(line)
      block += `${line}\n`
      if (block.length < 64 * 1024) continue
      yield block
      block = ''
    }
    yield block
  }
  const written = await writeSafely(root, rowsFile(table), lines(), [createGzip({ level: 3 })])
  const entry = { schema, name, columns: columns.map((column) => column.name), rows: sum.rows, rowSum: String(sum) }
  return { ...entry, ...written }
}

async function* readRows(root: string, entry: TableEntry): AsyncGenerator<string> {
  const name = rowsFile(entry)
  // Errors surface where the stream is read.
  const unpacked = pipeline(Readable.from(readChunks(root, name)), createGunzip(), () => {})
  yield* splitLines(unpacked, name)
}

/** The table in this database, with its columns in the order of the entry. */
export function fitTable(table: Table, entry: TableEntry): Table {
  const columns = entry.columns.flatMap((name) => table.columns.find((column) => column.name === name) ?? [])
  if (columns.length !== entry.columns.length || columns.length !== table.columns.length) {
    throw new BackupError(
      `The backup does not match the version that made it: ${entry.schema}.${entry.name} has different columns`,
    )
  }
  return { ...table, columns }
}

/** Names and types come from the database. The backup determines only the order of the values. */
export async function loadTable(tx: Queryable, table: Table, entry: TableEntry, root: string): Promise<void> {
  const names = table.columns.map(({ sql }) => sql).join(', ')
  const values = table.columns.map(({ type }, place) => `(r ->> ${place})::${type}`).join(', ')
  const statement = `insert into ${table.sql} (${names}) overriding system value
    select ${values} from jsonb_array_elements($1::jsonb) as r`
  let batch: string[] = []
  let characters = 0
  const flush = async () => {
    if (batch.length > 0) await tx.query(statement, [`[${batch.join(',')}]`])
    batch = []
    characters = 0
  }
  for await (const line of readRows(root, entry)) {
    batch.push(line)
    characters += line.length
    if (batch.length >= ROWS_PER_STATEMENT || characters >= CHARACTERS_PER_STATEMENT) await flush()
  }
  await flush()
}
