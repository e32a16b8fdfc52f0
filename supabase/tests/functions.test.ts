// Each function is called as each actor, and rolled back.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, DatabaseError } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend } from './cast.ts'
import { ACTORS, FUNCTION_CALLS, type FunctionCall, QUESTIONS, SERVICE_FUNCTIONS } from './function-grid.ts'

describe.each(serviceEngines)('the functions on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test('every function that is exposed over HTTP is listed', async () => {
    const functionsThat = async (condition: string) => {
      // Computed columns take a row.
      const { rows } = await db.query<{ name: string }>(
        `select distinct proname as name from pg_proc left join pg_type argument on argument.oid = proargtypes[0]
         where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
           and argument.typtype is distinct from 'c' and ${condition} order by name`,
      )
      return rows.map(({ name }) => name)
    }
    const isGranted = `(has_function_privilege('anon', pg_proc.oid, 'execute') or has_function_privilege('authenticated', pg_proc.oid, 'execute'))`
    const listed = new Set([...FUNCTION_CALLS.map(({ name }) => name), ...QUESTIONS])

    expect([...listed].sort()).toEqual(await functionsThat(isGranted))
    expect(SERVICE_FUNCTIONS).toEqual(await functionsThat(`not ${isGranted}`))
  })

  test.each(FUNCTION_CALLS)('$name($args) refuses everyone except the listed actors', async (call) => {
    const answered: Actor[] = []
    for (const actor of ACTORS) if (await isAnswered(actor, call)) answered.push(actor)

    expect(answered.sort()).toEqual([...call.actors].sort())
  })

  /** An error other than a refusal means that the caller got past the check. */
  const isAnswered = (actor: Actor, { name, args }: FunctionCall): Promise<boolean> => {
    const named = Object.keys(args).map((key, i) => `${key} => $${i + 1}`)
    return pretend(db, actor, (tx) => tx.query(`select public.${name}(${named})`, Object.values(args))).then(
      () => true,
      (error: unknown) => {
        // 42501: not permitted; PT401: session ended.
        if (error instanceof DatabaseError) return !['42501', 'PT401'].includes(error.code)
        throw error
      },
    )
  }
})
