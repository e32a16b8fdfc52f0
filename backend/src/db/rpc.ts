import type { Rpc } from '../../../supabase/functions/_shared/rpc.ts'
import type { Database } from '../db/database.ts'

const NAME = /^[a-z_]+$/

/** Makes the calls that go over HTTP on a hosted project. Here, each call is one statement. */
export const createDatabaseRpc =
  (db: Database): Rpc =>
  async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
    const names = Object.keys(args)
    // The names come from our own code, never from a caller. They are checked because they become part of the statement.
    if (![name, ...names].every((word) => NAME.test(word)))
      throw new Error(`Invalid function or argument name: ${name}`)
    const values = names.map((key) => toParameter(args[key]))
    const list = names.map((key, index) => `${key} => $${index + 1}`).join(', ')
    const { rows } = await db.query<{ result: T }>(`select public.${name}(${list}) as result`, values)
    return rows[0]?.result as T
  }

const toParameter = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
