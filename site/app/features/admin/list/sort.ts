// Which column a list is sorted by, as its address says it: `price` upwards, `-price` downwards.

export interface Sort<Column extends string = string> {
  column: Column
  ascending: boolean
}

export function readSort<Column extends string>(
  params: URLSearchParams,
  columns: readonly Column[],
): Sort<Column> | null {
  const asked = params.get('sort') ?? ''
  const column = columns.find((name) => name === asked.replace(/^-/, ''))
  return column ? { column, ascending: !asked.startsWith('-') } : null
}

export const sortParam = ({ column, ascending }: Sort) => (ascending ? column : `-${column}`)

/** Upwards first; the column that is sorted by already turns around. */
export const pressedSort = (current: Sort | null, column: string): Sort => ({
  column,
  ascending: current?.column === column ? !current.ascending : true,
})
