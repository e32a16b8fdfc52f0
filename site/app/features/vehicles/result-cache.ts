// Recently viewed pages of the list, so that going back to one shows it at once.

const MAX_ENTRIES = 50
const LIFETIME_MINUTES = 5

export interface ResultCache<T> {
  /** `group` identifies the filters and the sort order; a new group clears the cache. */
  find(group: string, page: number): T | undefined
  keep(group: string, page: number, result: T): void
}

export function createResultCache<T>(now: () => number = Date.now): ResultCache<T> {
  const entries = new Map<number, { result: T; until: number }>()
  let currentGroup: string | undefined

  const enter = (group: string) => {
    if (group === currentGroup) return
    entries.clear()
    currentGroup = group
  }

  return {
    find(group, page) {
      enter(group)
      const entry = entries.get(page)
      return entry && now() < entry.until ? entry.result : undefined
    },
    keep(group, page, result) {
      enter(group)
      entries.delete(page)
      entries.set(page, { result, until: now() + LIFETIME_MINUTES * 60_000 })
      const [oldest] = entries.keys()
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    },
  }
}
