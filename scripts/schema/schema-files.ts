// The files of supabase/schemas, in the order in which they load.

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
  /** What a hosted project already has. */
  local: string[]
  product: string[]
}

export async function readSchemaFiles(part: keyof Order): Promise<SchemaFile[]> {
  const order = JSON.parse(await readFile(new URL('order.json', FOLDER), 'utf8')) as Order
  return Promise.all(
    order[part].map(async (name) => ({ name, sql: await readFile(fileURLToPath(new URL(name, FOLDER)), 'utf8') })),
  )
}

/** One text for one transaction. Functions are not checked as they are created, because they name what comes later. */
export function joinSchemaFiles(files: SchemaFile[]): string {
  return ['set local check_function_bodies = off;', ...files.map(({ name, sql }) => `-- ${name}\n\n${sql.trim()}`)].join(
    '\n\n',
  )
}

/** Builds the database that the schemas describe. */
export async function loadSchemas(db: Database): Promise<void> {
  for (const part of ['local', 'product'] as const) {
    const sql = joinSchemaFiles(await readSchemaFiles(part))
    await db.transaction((tx) => tx.exec(sql), { timeoutMs: 0 })
  }
}
