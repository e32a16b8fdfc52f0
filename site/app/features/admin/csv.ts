// Tables as CSV files, as RFC 4180 and spreadsheets read them.

export type Cell = string | number

/**
 * A spreadsheet would run text that starts like this as a formula. With an apostrophe in front it stays text. Numbers are
 * safe as they are, and a negative one must stay a number.
 */
const FORMULA = /^[=+\-@\t\r\n]/

function toCell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const toCsvLine = (cells: readonly Cell[]) => `${cells.map(toCell).join(',')}\r\n`

/** What a file starts with: a byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_START = '\uFEFF'
