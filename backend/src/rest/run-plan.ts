// Runs a plan. This is the only stage that uses the database.

import { asRole, asRoleBatch } from '../db/as-role.ts'
import {
  ANONYMOUS,
  type Caller,
  type Database,
  DatabaseError,
  type Queryable,
  type QueryResult,
  type Statement,
} from '../db/database.ts'
import { ResponseTooLargeError } from './errors.ts'
import { MAX_RESPONSE_BYTES } from './limits.ts'
import type { Prepared } from './plan-cache.ts'
import { checkAffected } from './respond/respond.ts'
import { isTooLarge } from './sql/guarded-rows.ts'
import type { MainRow } from './sql/to-sql.ts'

interface RunOptions {
  /** Used instead of the database for read-only plans. */
  replica?: Pick<Database, 'batch'> | null
  /** Called with the database time spent, whether or not the plan succeeded. */
  onSpent?(milliseconds: number): void
}

export async function runPlan(
  db: Database,
  caller: Caller,
  prepared: Prepared,
  options: RunOptions = {},
): Promise<MainRow> {
  try {
    return await run(db, caller, prepared, options)
  } catch (error) {
    if (error instanceof DatabaseError && isTooLarge(error))
      throw new ResponseTooLargeError(MAX_RESPONSE_BYTES[caller.role])
    throw error
  }
}

async function run(db: Database, caller: Caller, prepared: Prepared, options: RunOptions): Promise<MainRow> {
  if (!prepared.plan.isReadOnly) return write(db, caller, prepared, options)
  const isSignedIn = caller.role === 'authenticated'
  const statements = [...settings(prepared), mainFor(caller, prepared), ...(isSignedIn ? [HAS_ENDED] : [])]
  const { replica, onSpent } = options
  const results = await asRoleBatch(replica || db, caller, statements, { readOnly: true, onSpent })
  if (isSignedIn && results.pop()?.rows[0]?.ended) return readAsVisitor(db, caller, prepared, options)
  const row = mainRow(results)
  checkAffected(prepared.plan, row)
  return row
}

// A policy looks at the session only once there is a row to look at. Without these checks, an ended session would be
// refused if a row exists, and get an empty list if not, which tells whether a person or a draft exists.
const HAS_ENDED: Statement = { text: 'select forecourt.session_has_ended() as ended' }
const REQUIRE_SESSION: Statement = { text: 'select forecourt.session_user_id()' }

/** An ended session can read what visitors can read, and is refused everything else. */
async function readAsVisitor(db: Database, caller: Caller, prepared: Prepared, options: RunOptions): Promise<MainRow> {
  const visitor = { ...ANONYMOUS, request: caller.request }
  return run(db, visitor, prepared, options).catch(async (error: unknown) => {
    if (error instanceof DatabaseError && error.code === '42501') await asRoleBatch(db, caller, [REQUIRE_SESSION])
    throw error
  })
}

async function write(db: Database, caller: Caller, prepared: Prepared, { onSpent }: RunOptions): Promise<MainRow> {
  const { plan } = prepared
  const check = caller.role === 'authenticated' ? [REQUIRE_SESSION] : []
  const statements = [...check, ...settings(prepared), mainFor(caller, prepared)]
  const options = { readOnly: false, onSpent }
  if (!mayRollBack(prepared)) {
    const row = mainRow(await asRoleBatch(db, caller, statements, options))
    checkAffected(plan, row)
    return row
  }
  const isDryRun = plan.preferences.tx === 'rollback'
  const work = async (tx: Queryable) => {
    const results: QueryResult[] = []
    for (const { text, values } of statements) results.push(await tx.query(text, values))
    const row = mainRow(results)
    checkAffected(plan, row)
    if (!isDryRun) return row
    // Anything that would fail at commit must fail now.
    await tx.query('set constraints all immediate')
    throw new RolledBack(row)
  }
  return asRole(db, caller, work, options).catch((error: unknown) => {
    if (error instanceof RolledBack) return error.row
    throw error
  })
}

/** Thrown to roll back the transaction. */
class RolledBack extends Error {
  constructor(readonly row: MainRow) {
    super('The write was rolled back as requested')
  }
}

/**
 * Inserts the caller's size limit. This is the only value that depends on the caller, because plans are cached for all
 * callers.
 */
function mainFor({ role }: Caller, { sql: { main, responseBytesAt }, whole }: Prepared): Statement {
  if (responseBytesAt === null) return main
  const values = main.values?.with(responseBytesAt, String(MAX_RESPONSE_BYTES[role]))
  return { text: main.text, values, whole: role === 'anon' ? whole : null }
}

/** Whether the number of rows or a preference may still cause the write to be rolled back. */
function mayRollBack({ plan }: Prepared): boolean {
  const { maxAffected, tx } = plan.preferences
  return plan.media.format === 'object' || maxAffected !== null || tx === 'rollback'
}

function settings({ plan }: Prepared): Statement[] {
  const { timezone } = plan.preferences
  return timezone === null ? [] : [{ text: `select set_config('timezone', $1, true)`, values: [timezone] }]
}

const mainRow = (results: readonly QueryResult[]): MainRow =>
  (results.at(-1)?.rows[0] ?? { rows: 0, body: null }) as unknown as MainRow
