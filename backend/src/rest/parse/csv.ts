// Parses CSV as in RFC 4180: fields are separated by commas, and quoted if they contain commas, quotes or line breaks.

import { RestError } from '../errors.ts'

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length) {
    const found = FIELD.exec(text)
    if (!found) throw new RestError('PGRST102', 'The CSV cannot be read because a quoted field has no closing quote')
    row.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'))
    if (found[3] === ',') {
      if (FIELD.lastIndex === text.length) row.push('')
      else continue
    }
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows
}
