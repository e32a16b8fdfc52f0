// The files in supabase/schemas, in the order in which they load.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../backend/src/db/database.ts'

const FOLDER = new URL('../../supabase/schemas/', import.meta.url)

export interface SchemaFile {
  /** `local/auth.sql`, `vehicles.sql` */
  name: string
  sql: string
}

interface Order {
  /** The schemas that a hosted project already has. */
  local: string[]
  product: string[]
}

export async function readSchemaFiles(part: keyof Order): Promise<SchemaFile[]> {
  const order = JSON.parse(await readFile(new URL('order.json', FOLDER), 'utf8')) as Order
  return Promise.all(
    order[part].map(async (name) => ({ name, sql: await readFile(fileURLToPath(new URL(name, FOLDER)), 'utf8') })),
  )
}

/** Functions are not checked when they are created, because they refer to objects created later. */
function joinSchemaFiles(files: SchemaFile[]): string {
  const texts = files.map(({ name, sql }) => `-- == ${name}\n\n${sql.trim()}`)
  return ['set check_function_bodies = off;', ...texts, 'reset check_function_bodies;\n'].join('\n\n')
}

/** Builds the database that the schemas describe. */
export async function loadSchemas(db: Database, product?: SchemaFile[]): Promise<void> {
  for (const files of [await readSchemaFiles('local'), product ?? (await readSchemaFiles('product'))]) {
    const sql = joinSchemaFiles(files)
    await db.transaction((tx) => tx.exec(sql), { timeoutMs: 0 })
  }
}
