// A cache of planned reads. The key contains everything that parsing and planning depend on.

import { MAX_PREPARED_CHARACTERS } from '../db/limits.ts'
import type { Catalog } from './catalog/catalog.ts'
import { MAX_PLANNED_SEARCH_CHARACTERS, MAX_PLANS } from './limits.ts'
import type { RequestHead } from './parse/parse-request.ts'
import type { Plan } from './plan/plan.ts'
import { readKeyOf } from './read-key.ts'
import type { PlanSql } from './sql/to-sql.ts'

export interface Prepared {
  plan: Plan
  sql: PlanSql
  /** The tables that an anonymous caller reads with the plan, or null if unknown. */
  sources: readonly string[] | null
  /** The statement with its values inlined, for anonymous callers, or null if there is none. */
  whole: string | null
}

export class PlanCache {
  private entries = new Map<string, Prepared>()
  private catalog: Catalog | undefined

  getOrMake(head: RequestHead, catalog: Catalog, make: () => Prepared): Prepared {
    if (head.search.length > MAX_PLANNED_SEARCH_CHARACTERS) return make()
    if (catalog !== this.catalog) {
      this.entries = new Map()
      this.catalog = catalog
    }
    const headers = readKeyOf((name) => head.headers.get(name))
    if (headers === null) return make()
    const key = `${head.method}\n${head.path}\n${head.search}\n${headers}`
    const known = this.entries.get(key)
    const prepared = known ?? make()
    // The entry is removed and re-inserted, so that the oldest entry is the least recently used.
    if (known) this.entries.delete(key)
    else if (prepared.sql.main.text.length > MAX_PREPARED_CHARACTERS) return prepared
    else if (this.entries.size >= MAX_PLANS) this.evictOldest()
    this.entries.set(key, prepared)
    return prepared
  }

  private evictOldest(): void {
    for (const key of this.entries.keys()) {
      this.entries.delete(key)
      return
    }
  }
}
