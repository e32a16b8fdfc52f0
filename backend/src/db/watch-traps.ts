// PGlite catches every exception that leaves the engine's code, continues with the next message and says nothing. One of
// them is its business: the exit status that stands for an SQL error. Any other is a crash (a WebAssembly trap, a stack
// overflow, an exit), after which locks, buffers and memory are in an unknown state: a Sync that followed would commit
// half a statement.

import type { PGlite } from '@electric-sql/pglite'

/** PGlite's POSTGRES_MAIN_LONGJMP: the engine reports an SQL error by itself. */
const SQL_ERROR_STATUS = 100

type EngineModule = Record<'_PostgresMainLoopOnce', () => void>

/** `onTrap` must not return: nothing may run on this engine any more. */
export function watchTraps(engine: PGlite, onTrap: (error: unknown) => never): void {
  const { mod } = engine as unknown as { mod?: EngineModule }
  const runNext = mod?._PostgresMainLoopOnce
  if (!mod || !runNext) throw new Error('This version of PGlite does not let us notice a crash of its engine')
  mod._PostgresMainLoopOnce = () => {
    try {
      runNext()
    } catch (error) {
      if ((error as { status?: unknown } | null)?.status !== SQL_ERROR_STATUS) onTrap(error)
      throw error
    }
  }
}
