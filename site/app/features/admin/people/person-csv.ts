// An export as a table: one line for each field, with the list it belongs to and its place in that list.

type Cell = string | number

/** Cells that a spreadsheet would run as a formula get an apostrophe in front, which spreadsheets take as "text". */
const FORMULA = /^[=+\-@\t\r]/

function toCell(value: Cell): string {
  const text = String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const toLine = (cells: Cell[]) => `${cells.map(toCell).join(',')}\r\n`

/** The fields of a row, nested ones with a dotted name. Empty ones are left out. */
function* fieldsOf(row: unknown, name = ''): Generator<[name: string, value: string]> {
  if (row === null || row === undefined || row === '') return
  if (typeof row !== 'object') yield [name, String(row)]
  else for (const [key, value] of Object.entries(row)) yield* fieldsOf(value, name ? `${name}.${key}` : key)
}

/** A byte order mark, by which spreadsheets recognise UTF-8. */
const MARK = '\uFEFF'

export function toCsv(data: Record<string, unknown>): string {
  const lines = [toLine(['list', 'entry', 'field', 'value'])]
  for (const [list, content] of Object.entries(data)) {
    const rows = Array.isArray(content) ? content : [content]
    rows.forEach((row, index) => {
      for (const [field, value] of fieldsOf(row)) lines.push(toLine([list, index + 1, field, value]))
    })
  }
  return MARK + lines.join('')
}
