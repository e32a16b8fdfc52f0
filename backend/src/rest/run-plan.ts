// The one stage that touches the database.

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
import { type Answer, checkAffected } from './respond/respond.ts'
import { isTooLarge } from './sql/guarded-rows.ts'
import type { MainRow } from './sql/to-sql.ts'

interface RunOptions {
  /** Asked instead of the database for what only reads. */
  replica?: Pick<Database, 'batch'> | null
  /** Hears how long the database was busy with it, whatever came of it. */
  onSpent?(milliseconds: number): void
}

export async function runPlan(
  db: Database,
  caller: Caller,
  prepared: Prepared,
  options: RunOptions = {},
): Promise<Answer> {
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
): Promise<Answer> {
  const { plan, sql } = prepared
  const statements = [...settings(prepared), mainFor(caller, prepared), ...(sql.explain ? [sql.explain] : [])]
  const options = { readOnly: plan.isReadOnly, onSpent }
  if (plan.isReadOnly || !mayBeUndone(prepared)) {
    const answer = toAnswer(
      prepared,
      await asRoleBatch((plan.isReadOnly && replica) || db, caller, statements, options),
    )
    checkAffected(plan, answer.row)
    return answer
  }
  const isUndone = plan.preferences.tx === 'rollback'
  const work = async (tx: Queryable) => {
    const results: QueryResult[] = []
    for (const { text, values } of statements) results.push(await tx.query(text, values))
    const answer = toAnswer(prepared, results)
    checkAffected(plan, answer.row)
    if (!isUndone) return answer
    // What would have failed at the commit fails now.
    await tx.query('set constraints all immediate')
    throw new Undone(answer)
  }
  return asRole(db, caller, work, options).catch((error: unknown) => {
    if (error instanceof Undone) return error.answer
    throw error
  })
}

/** Thrown to end a transaction without keeping it. */
class Undone extends Error {
  constructor(readonly answer: Answer) {
    super('The write was undone, as asked for')
  }
}

/** The one value that depends on who asks: statements are kept and prepared for everyone. */
function mainFor({ role }: Caller, { sql: { main, responseBytesAt }, whole }: Prepared): Statement {
  if (responseBytesAt === null) return main
  const values = main.values?.with(responseBytesAt, String(MAX_RESPONSE_BYTES[role]))
  return { text: main.text, values, whole: role === 'anon' ? whole : null }
}

/** Whether the number of rows, or the caller's wish, can still undo the write. */
function mayBeUndone({ plan }: Prepared): boolean {
  const { maxAffected, tx } = plan.preferences
  return plan.media.format === 'object' || maxAffected !== null || tx === 'rollback'
}

function settings({ plan }: Prepared): Statement[] {
  const { timezone } = plan.preferences
  return timezone === null ? [] : [{ text: `select set_config('timezone', $1, true)`, values: [timezone] }]
}

function toAnswer({ sql }: Prepared, results: readonly QueryResult[]): Answer {
  const main = results.at(sql.explain ? -2 : -1)
  const row = (main?.rows[0] ?? { rows: 0, body: null }) as unknown as MainRow
  return { row, planned: sql.explain ? plannedRows(results.at(-1)) : null }
}

function plannedRows(result: QueryResult | undefined): number | null {
  const plan = result?.rows[0]?.['QUERY PLAN'] as [{ Plan: { 'Plan Rows': number } }] | undefined
  return plan?.[0].Plan['Plan Rows'] ?? null
}
