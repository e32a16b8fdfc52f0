import { useState } from 'react'
import type { InboxItem } from './inbox-queries.ts'

const keyOf = ({ kind, id }: Pick<InboxItem, 'kind' | 'id'>) => `${kind}/${id}`

export interface Selection {
  selected: InboxItem[]
  isSelected(item: InboxItem): boolean
  toggle(item: InboxItem): void
  /** Selects all rows of the page, or none if all are selected. */
  toggleAll(): void
  clear(): void
}

/** The selected rows of a page. Rows that are no longer on the page are no longer selected. */
export function useSelection(items: InboxItem[], place: string): Selection {
  const [state, setState] = useState({ place, keys: new Set<string>() })
  const keys = state.place === place ? state.keys : new Set<string>()
  const select = (next: Iterable<string>) => setState({ place, keys: new Set(next) })
  const selected = items.filter((item) => keys.has(keyOf(item)))
  return {
    selected,
    isSelected: (item) => keys.has(keyOf(item)),
    toggle: (item) => {
      const key = keyOf(item)
      select(keys.has(key) ? [...keys].filter((other) => other !== key) : [...keys, key])
    },
    toggleAll: () => select(selected.length === items.length ? [] : items.map(keyOf)),
    clear: () => select([]),
  }
}
