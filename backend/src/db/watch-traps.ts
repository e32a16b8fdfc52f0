// PGlite silently catches every exception that leaves the engine's code and continues with the next message. Only one
// of them is harmless: the exit status that reports an SQL error. Any other is a crash (a WebAssembly trap, a stack
// overflow, an exit), which leaves locks, buffers and memory in an unknown state, so the next Sync would commit half a
// statement.

import type { PGlite } from '@electric-sql/pglite'

/** PGlite's POSTGRES_MAIN_LONGJMP, after which the engine itself reports the SQL error. */
const SQL_ERROR_STATUS = 100

type EngineModule = Record<'_PostgresMainLoopOnce', () => void>

/** `onTrap` must not return, because nothing more may run on this engine. */
export function watchTraps(engine: PGlite, onTrap: (error: unknown) => never): void {
  const { mod } = engine as unknown as { mod?: EngineModule }
  const runNext = mod?._PostgresMainLoopOnce
  if (!mod || !runNext) throw new Error('Engine crashes cannot be detected with this version of PGlite')
  mod._PostgresMainLoopOnce = () => {
    try {
      runNext()
    } catch (error) {
      if ((error as { status?: unknown } | null)?.status !== SQL_ERROR_STATUS) onTrap(error)
      throw error
    }
  }
}
