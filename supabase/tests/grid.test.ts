import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
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

  test('callers have no grants on the private schemas, except on the view of the stock', async () => {
    const { rows } = await db.query(
      `select table_schema, table_name, grantee, privilege_type as may from information_schema.role_table_grants
       where table_schema in ('auth', 'forecourt') and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')
       order by grantee`,
    )

    const stock = { table_schema: 'forecourt', table_name: 'stock', may: 'SELECT' }
    expect(rows).toEqual([
      { ...stock, grantee: 'authenticated' },
      { ...stock, grantee: 'service_role' },
    ])
  })

  test.each(Object.keys(CALLERS) as Actor[])(
    'in the view of the stock, %s sees every vehicle or none',
    async (actor) => {
      const count = (table: string) =>
        pretend(db, actor, async (tx) => {
          const { rows } = await tx.query<{ count: number }>(`select count(*)::int as count from ${table}`)
          return rows[0]?.count
        })
      const isStaff = ['admin', 'admin with a factor, aal2', 'sales', 'service'].includes(actor)

      // Some are refused, and the others see nothing.
      expect(await count('forecourt.stock').catch(() => 0)).toBe(isStaff ? await count('public.vehicles') : 0)
    },
  )

  describe.each(Object.entries(GRID))('%s', (name, table) => {
    let rows: RowCounts
    beforeAll(async () => {
      rows = await countRows(db, name, table)
    })

    test.each(Object.keys(CALLERS) as Actor[])('%s has exactly the listed rights', async (actor) => {
      const outcomes = await tryAll(db, statementsOn(name, table, actor), actor)

      expect(reachOf(outcomes, rows, table.own?.[actor])).toEqual(
        Object.fromEntries(OPERATIONS.map((operation, i) => [operation, table.cells[actor][i]])),
      )
    })
  })
})

type Operation = (typeof OPERATIONS)[number]

/** The number of rows that a statement affected, or the error that it raised. */
type Outcome = number | string

interface RowCounts {
  all: number
  /** The rows that updates and deletes are limited to. */
  chosen: number
}

const scopeOf = ({ where }: GridTable) => (where ? ` where ${where}` : '')

async function countRows(db: Database, name: string, table: GridTable): Promise<RowCounts> {
  const { rows } = await db.query<RowCounts>(
    `select (select count(*) from ${name}) as all, (select count(*) from ${name}${scopeOf(table)}) as chosen`,
  )
  return rows[0] as RowCounts
}

const statementsOn = (name: string, table: GridTable, actor: Actor): Record<Operation, string> => ({
  select: `select * from ${name}`,
  insert: typeof table.insert === 'string' ? table.insert : table.insert(actor),
  update: `update ${name} set ${table.column} = ${table.column}${scopeOf(table)}`,
  delete: `delete from ${name}${scopeOf(table)}`,
})

/** Runs each statement as the actor and undoes it, all in one call to the database. */
async function tryAll(
  db: Database,
  statements: Record<Operation, string>,
  actor: Actor,
): Promise<Record<Operation, Outcome>> {
  const attempts = OPERATIONS.map(
    (operation) => `
    begin
      execute $statement$${statements[operation]}$statement$;
      get diagnostics affected = row_count;
      raise exception using errcode = 'UNDO1';
    exception
      when sqlstate 'UNDO1' then outcomes := outcomes || jsonb_build_object('${operation}', affected);
      when others then outcomes := outcomes || jsonb_build_object('${operation}', sqlstate || ' ' || sqlerrm);
    end;`,
  )
  const { rows } = await pretend(db, actor, async (tx) => {
    await tx.query(`do $attempts$
      declare
        affected bigint;
        outcomes jsonb := '{}';
      begin
        ${attempts.join('')}
        perform set_config('test.outcomes', outcomes::text, true);
      end $attempts$`)
    return tx.query<{ outcomes: Record<Operation, Outcome> }>(
      `select current_setting('test.outcomes')::jsonb as outcomes`,
    )
  })
  return (rows[0] as { outcomes: Record<Operation, Outcome> }).outcomes
}

// 42501: not permitted; PT401: session ended; 55000: view cannot be written to; 23503: profile without an account.
const REFUSALS = ['42501', 'PT401', '55000', '23503']

/** Any other error is reported as it is, and so is an unexpected number of rows. */
function reachOf(outcomes: Record<Operation, Outcome>, rows: RowCounts, own = 0): Record<Operation, Reach | Outcome> {
  const reach = (operation: Operation): Reach | Outcome => {
    const outcome = outcomes[operation]
    if (typeof outcome === 'string') return REFUSALS.some((code) => outcome.startsWith(code)) ? 'denied' : outcome
    if (operation === 'insert') return 'all'
    if (outcome === 0) return 'none'
    if (outcome === (operation === 'select' ? rows.all : rows.chosen)) return 'all'
    return outcome === own ? 'own' : outcome
  }
  return Object.fromEntries(OPERATIONS.map((operation) => [operation, reach(operation)])) as Record<
    Operation,
    Reach | Outcome
  >
}
