// The range of rows in a response and the total number of rows.

export interface RowRange {
  offset: number
  rows: number
  total: number | null
}

export function contentRange({ offset, rows, total }: RowRange): string {
  const part = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${part}/${total ?? '*'}`
}

/** 206 for some of the rows, and 416 for a start beyond the last row. Without a total there is nothing to compare with. */
export function rangeStatus({ offset, rows, total }: RowRange): 200 | 206 | 416 {
  if (total === null) return 200
  if (offset > total) return 416
  return rows < total ? 206 : 200
}
