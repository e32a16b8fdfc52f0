// A list's sort order in the URL: `price` is ascending, `-price` descending.

export interface Sort<Column extends string = string> {
  column: Column
  ascending: boolean
}

export function readSort<Column extends string>(
  params: URLSearchParams,
  columns: readonly Column[],
): Sort<Column> | null {
  const requested = params.get('sort') ?? ''
  const column = columns.find((name) => name === requested.replace(/^-/, ''))
  return column ? { column, ascending: !requested.startsWith('-') } : null
}

export const sortParam = ({ column, ascending }: Sort) => (ascending ? column : `-${column}`)

/** Sorts in ascending order first; pressing the current column reverses the order. */
export const pressedSort = (current: Sort | null, column: string): Sort => ({
  column,
  ascending: current?.column === column ? !current.ascending : true,
})
