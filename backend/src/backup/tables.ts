// Lists our tables from the database's catalogue, so that a table added by a migration is automatically in the next
// backup.

import type { Queryable } from '../db/database.ts'
import { BackupError } from './format.ts'

export interface Table {
  schema: string
  name: string
  /** The quoted name, for use in statements. */
  sql: string
  /** All columns except generated ones. */
  columns: { name: string; sql: string; type: string }[]
  /** The tables that the table's foreign keys refer to, as schema.name. */
  needs: string[]
}

/**
 * Leaves out unlogged tables (rate limits), which a crash empties anyway; the migration history, which is in the
 * manifest; and sealed keys, which the backup contains unsealed, so that it can be restored even if the secret is lost.
 */
const TABLES = `
  select n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as sql,
    (select json_agg(json_build_object('name', a.attname, 'sql', quote_ident(a.attname),
        'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select json_agg(distinct fn.nspname || '.' || f.relname)
      from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as needs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('auth', 'forecourt', 'public', 'storage') and c.relkind = 'r' and c.relpersistence = 'p'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    and (n.nspname, c.relname) not in (('forecourt', 'migrations'), ('forecourt', 'restoring'), ('forecourt', 'sealed_keys'))
  order by 1, 2`

export const keyOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`

/** Returns the tables in an order in which they can be filled, with referenced tables first. */
export async function readTables(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<Table>(TABLES)
  const waiting = new Map(rows.map((table) => [keyOf(table), table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => needs.every((need) => !waiting.has(need)))
    if (ready.length === 0)
      throw new BackupError(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) {
      ordered.push(table)
      waiting.delete(keyOf(table))
    }
  }
  return ordered
}

const SEQUENCES = `
  select n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as sql
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('auth', 'forecourt', 'public', 'storage') and c.relkind = 'S'
  order by 1, 2`

export async function readSequences(db: Queryable): Promise<{ schema: string; name: string; sql: string }[]> {
  return (await db.query<{ schema: string; name: string; sql: string }>(SEQUENCES)).rows
}
