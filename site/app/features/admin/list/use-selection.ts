import { useRef, useState } from 'react'

export interface Selection<Row> {
  /** The keys of all selected rows, including those on other pages. */
  keys: ReadonlySet<string>
  /** The selected rows of this page. */
  selected: Row[]
  isSelected(row: Row): boolean
  /** As a range, every row from the one that was last selected or cleared up to this one. */
  toggle(row: Row, isRange?: boolean): void
  /** Selects all rows of the page, or clears them if all are selected. */
  toggleAll(): void
  select(keys: Iterable<string>): void
  clear(): void
}

/** The selected rows of a list. The selection is cleared when the place, such as the page or the filters, changes. */
export function useSelection<Row>(rows: Row[], keyOf: (row: Row) => string, place: string): Selection<Row> {
  const [state, setState] = useState({ place, keys: new Set<string>() })
  const last = useRef<string>(undefined)
  const keys = state.place === place ? state.keys : new Set<string>()
  const onPage = rows.map(keyOf)
  const select = (next: Iterable<string>) => setState({ place, keys: new Set(next) })
  const change = (changed: string[], isSelected: boolean) =>
    select(isSelected ? [...keys, ...changed] : [...keys].filter((key) => !changed.includes(key)))
  const selected = rows.filter((row) => keys.has(keyOf(row)))
  return {
    keys,
    selected,
    isSelected: (row) => keys.has(keyOf(row)),
    toggle: (row, isRange = false) => {
      const key = keyOf(row)
      const ends = [onPage.indexOf(key), isRange ? onPage.indexOf(last.current ?? key) : -1].filter((end) => end >= 0)
      change(onPage.slice(Math.min(...ends), Math.max(...ends) + 1), !keys.has(key))
      last.current = key
    },
    toggleAll: () => change(onPage, selected.length < rows.length),
    select,
    clear: () => select([]),
  }
}
