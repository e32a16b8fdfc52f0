import { expect, test } from 'vitest'
import { toCsv } from './person-csv.ts'

/** Reads a CSV file as RFC 4180 describes it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

test('an export is read back as it was', () => {
  const message = 'Hello, "dealer"\nIs it\r\nstill for sale? é 漢'
  const csv = toCsv({
    made_at: '2026-11-18',
    person: [{ name: 'Ada', email: null, notes: '' }, { name: 'A. Lovelace' }],
    leads: [{ message }],
    accounts: [{ email: 'a@x.example', profile: { phone: '07700900123' } }],
    emails: [],
  })
  expect(readCsv(csv)).toEqual([
    ['list', 'entry', 'field', 'value'],
    ['made_at', '1', '', '2026-11-18'],
    ['person', '1', 'name', 'Ada'],
    ['person', '2', 'name', 'A. Lovelace'],
    ['leads', '1', 'message', message],
    ['accounts', '1', 'email', 'a@x.example'],
    ['accounts', '1', 'profile.phone', '07700900123'],
  ])
})

test.each(['=1+1', '+44 7700', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j does not become a formula', (notes) => {
  const [, row] = readCsv(toCsv({ person: [{ notes }] }))
  expect(row?.[3]).toBe(`'${notes}`)
})
