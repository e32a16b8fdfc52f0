// One catalogue for all requests, loaded when first needed and reloaded when a migration sends `notify pgrst`.

import type { Database } from '../../db/database.ts'
import type { Catalog } from './catalog.ts'
import { loadCatalog } from './load-catalog.ts'

/** PostgREST's own channel, so that the same `notify pgrst, 'reload schema'` works on every engine. */
const RELOAD_CHANNEL = 'pgrst'

export interface CatalogHolder {
  get(): Promise<Catalog>
  reload(): void
}

export function createCatalogHolder(db: Database, schemas: readonly string[]): CatalogHolder {
  let current: Promise<Catalog> | undefined
  let isListening = false

  const reload = () => {
    current = undefined
  }

  const listen = async () => {
    if (isListening) return
    isListening = true
    try {
      await db.listen(RELOAD_CHANNEL, reload)
    } catch {
      isListening = false
    }
  }

  const load = async () => {
    await listen()
    return loadCatalog(db, schemas)
  }

  return {
    reload,
    get() {
      if (!current) {
        const loading = load()
        current = loading
        // After a failed load the next request tries again.
        loading.catch(() => {
          if (current === loading) current = undefined
        })
      }
      return current
    },
  }
}
