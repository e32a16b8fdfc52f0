// Which rows a response contains, out of how many.

export interface RowRange {
  offset: number
  rows: number
  total: number | null
}

export function contentRange({ offset, rows, total }: RowRange): string {
  const part = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${part}/${total ?? '*'}`
}

/** 206 for a part of the rows, 416 for a start beyond them; without a total there is nothing to compare with. */
export function rangeStatus({ offset, rows, total }: RowRange): 200 | 206 | 416 {
  if (total === null) return 200
  if (offset > total) return 416
  return rows < total ? 206 : 200
}
