import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, DatabaseError } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Actor, CALLERS, createCast, pretend, VEHICLE } from './cast.ts'
import { GRID, type GridTable, type Reach } from './grid.ts'

const OPERATIONS = ['select', 'insert', 'update', 'delete'] as const

/** Rows that only this test needs. */
const EXTRA = `
  insert into public.autotrader_syncs (vehicle_id) values ('${VEHICLE.listed}');
  insert into public.demo_vehicles (vehicle_id, marked_at) values ('${VEHICLE.listed}', now());
  insert into public.vehicle_identity (vehicle_id, registration) values ('${VEHICLE.listed}', 'P1RAC');
  insert into public.vehicle_ledger (vehicle_id, bought_for_pence) values ('${VEHICLE.listed}', 1);
  insert into public.vehicle_reservations (vehicle_id) values ('${VEHICLE.listed}');
  insert into public.function_limits (key, used, resets_at) values ('key', 1, now());
  insert into public.function_state (key, value) values ('key', '{}');`

/** Adds rows to tables that the cast leaves empty. If customers have their own rows in a table, each customer gets one. */
async function fillEmptyTables(db: Database): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select 'public.' || tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of rows) {
    const insert = GRID[name]?.insert
    const filled = await db.query(`select from ${name} limit 1`)
    if (filled.rows.length > 0 || insert === undefined) continue
    const statements =
      typeof insert === 'string'
        ? [insert]
        : (['customer', 'another customer', 'disabled customer'] as const).map((actor) => insert(actor))
    for (const statement of statements) await db.exec(statement)
  }
}

describe.each(engines)('the policy grid on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
    await db.exec(EXTRA)
    await fillEmptyTables(db)
  })
  afterAll(() => db.close())

  test('the grid covers every table and view that is exposed over HTTP', async () => {
    const { rows } = await db.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'storage')
       union all select schemaname || '.' || viewname from pg_views where schemaname in ('public', 'storage')`,
    )

    expect(Object.keys(GRID).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  test('every table in public and storage has row-level security', async () => {
    const { rows } = await db.query(
      `select relname from pg_class
       where relnamespace in ('public'::regnamespace, 'storage'::regnamespace) and relkind = 'r' and not relrowsecurity`,
    )

    expect(rows).toEqual([])
  })

  test('callers have no grants on the private schemas', async () => {
    const { rows } = await db.query(
      `select table_schema, table_name, grantee from information_schema.role_table_grants
       where table_schema in ('auth', 'forecourt') and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')`,
    )

    expect(rows).toEqual([])
  })

  describe.each(Object.entries(GRID))('%s', (name, table) => {
    test.each(Object.keys(CALLERS) as Actor[])('%s has exactly the listed rights', async (actor) => {
      const reached: Reach[] = []
      for (const operation of OPERATIONS) reached.push(await reach(db, name, table, actor, operation))

      expect(Object.fromEntries(OPERATIONS.map((operation, i) => [operation, reached[i]]))).toEqual(
        Object.fromEntries(OPERATIONS.map((operation, i) => [operation, table.cells[actor][i]])),
      )
    })
  })
})

async function reach(
  db: Database,
  name: string,
  table: GridTable,
  actor: Actor,
  operation: (typeof OPERATIONS)[number],
): Promise<Reach> {
  const where = table.where ? ` where ${table.where}` : ''
  const statements = {
    select: `select * from ${name}`,
    insert: typeof table.insert === 'string' ? table.insert : table.insert(actor),
    update: `update ${name} set ${table.column} = ${table.column}${where}`,
    delete: `delete from ${name}${where}`,
  }
  try {
    const { rowCount } = await pretend(db, actor, (tx) => tx.query(statements[operation]))
    if (operation === 'insert') return 'all'
    if (rowCount === 0) return 'none'
    const scope = operation === 'select' ? '' : where
    const { rows } = await db.query<{ count: number }>(`select count(*) from ${name}${scope}`)
    if (rowCount === rows[0]?.count) return 'all'
    return rowCount === table.own?.[actor] ? 'own' : ('some' as Reach)
  } catch (error) {
    // 42501: not permitted; PT401: session ended; 55000: view cannot be written to; 23503: profile without an account.
    if (error instanceof DatabaseError && ['42501', 'PT401', '55000', '23503'].includes(error.code)) return 'denied'
    throw error
  }
}
