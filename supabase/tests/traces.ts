import type { Queryable } from '../../backend/src/db/database.ts'
import { becomeOwner } from './cast.ts'

/** The rows in any table that match the pattern, ignoring case. They are read as the owner of the database. */
export async function findTraces(tx: Queryable, pattern: string): Promise<string[]> {
  await becomeOwner(tx)
  const { rows: tables } = await tx.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'auth', 'forecourt') and table_type = 'BASE TABLE'`,
  )
  const traces: string[] = []
  for (const { name } of tables) {
    const { rows } = await tx.query(`select t::text from ${name} t where t::text ~* $1`, [pattern])
    if (rows.length > 0) traces.push(`${name}: ${JSON.stringify(rows)}`)
  }
  return traces
}
