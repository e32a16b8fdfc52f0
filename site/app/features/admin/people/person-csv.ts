// An export as a table: one line for each field, with the list it belongs to and its place in that list.
import { CSV_START, toCsvLine } from '#app/features/admin/csv.ts'

/** The fields of a row, nested ones with a dotted name. Empty ones are left out. */
function* fieldsOf(row: unknown, name = ''): Generator<[name: string, value: string]> {
  if (row === null || row === undefined || row === '') return
  if (typeof row !== 'object') yield [name, String(row)]
  else for (const [key, value] of Object.entries(row)) yield* fieldsOf(value, name ? `${name}.${key}` : key)
}

export function toCsv(data: Record<string, unknown>): string {
  const lines = [CSV_START, toCsvLine(['list', 'entry', 'field', 'value'])]
  for (const [list, content] of Object.entries(data)) {
    const rows = Array.isArray(content) ? content : [content]
    rows.forEach((row, index) => {
      for (const [field, value] of fieldsOf(row)) lines.push(toCsvLine([list, index + 1, field, value]))
    })
  }
  return lines.join('')
}
