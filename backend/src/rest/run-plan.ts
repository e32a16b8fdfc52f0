// Runs a plan. This is the only stage that uses the database.

import { asRole, asRoleBatch } from '../db/as-role.ts'
import {
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
import { checkAffected, type PlanResult } from './respond/respond.ts'
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
): Promise<PlanResult> {
  try {
    return await run(db, caller, prepared, options)
  } catch (error) {
    if (error instanceof DatabaseError && isTooLarge(error))
      throw new ResponseTooLargeError(MAX_RESPONSE_BYTES[caller.role])
    throw error
  }
}

async function run(
  db: Database,
  caller: Caller,
  prepared: Prepared,
  { replica, onSpent }: RunOptions,
): Promise<PlanResult> {
  const { plan, sql } = prepared
  const statements = [...settings(prepared), mainFor(caller, prepared), ...(sql.explain ? [sql.explain] : [])]
  const options = { readOnly: plan.isReadOnly, onSpent }
  if (plan.isReadOnly || !mayRollBack(prepared)) {
    const result = toResult(
      prepared,
      await asRoleBatch((plan.isReadOnly && replica) || db, caller, statements, options),
    )
    checkAffected(plan, result.row)
    return result
  }
  const isDryRun = plan.preferences.tx === 'rollback'
  const work = async (tx: Queryable) => {
    const results: QueryResult[] = []
    for (const { text, values } of statements) results.push(await tx.query(text, values))
    const result = toResult(prepared, results)
    checkAffected(plan, result.row)
    if (!isDryRun) return result
    // Anything that would fail at commit must fail now.
    await tx.query('set constraints all immediate')
    throw new RolledBack(result)
  }
  return asRole(db, caller, work, options).catch((error: unknown) => {
    if (error instanceof RolledBack) return error.result
    throw error
  })
}

/** Thrown to roll back the transaction. */
class RolledBack extends Error {
  constructor(readonly result: PlanResult) {
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

function toResult({ sql }: Prepared, results: readonly QueryResult[]): PlanResult {
  const main = results.at(sql.explain ? -2 : -1)
  const row = (main?.rows[0] ?? { rows: 0, body: null }) as unknown as MainRow
  return { row, planned: sql.explain ? plannedRows(results.at(-1)) : null }
}

function plannedRows(result: QueryResult | undefined): number | null {
  const plan = result?.rows[0]?.['QUERY PLAN'] as [{ Plan: { 'Plan Rows': number } }] | undefined
  return plan?.[0].Plan['Plan Rows'] ?? null
}
