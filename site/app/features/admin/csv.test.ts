import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, toCsvLine } from './csv.ts'

/** Reads CSV character by character, as RFC 4180 describes it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === ',' || text.startsWith('\r\n', at)) {
      row.push(cell)
      cell = ''
      if (character === ',') continue
      rows.push(row)
      row = []
      at++
    } else cell += character
  }
  return rows
}

const NASTY = ['"', ',', '\r', '\n', '=', '+', '-', '@', '\t', "'", ' ', '\uFEFF', 'é', '漢', 'a', '1']
const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...NASTY) }), fc.string({ unit: 'binary' }))
const number = fc.double({ noNaN: true, noDefaultInfinity: true })
const table = fc.array(fc.array(fc.oneof(text, number), { minLength: 1, maxLength: 5 }), { maxLength: 5 })

const isRisky = (value: Cell) => typeof value === 'string' && '=+-@\t\r\n'.includes(value[0] ?? ' ')

test('every table is read back cell by cell, and only an apostrophe before a formula is added', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const expected = rows.map((row) => row.map((value) => `${isRisky(value) ? "'" : ''}${value}`))

      expect(readCsv(rows.map(toCsvLine).join(''))).toEqual(expected)
    }),
  )
})

test('no text is read as a formula, and negative numbers stay numbers', () => {
  fc.assert(
    fc.property(text, (value) => {
      const [[cell = ''] = []] = readCsv(toCsvLine([value]))

      expect(/^[=+\-@\t\r\n]/.test(cell)).toBe(false)
    }),
  )
  expect(toCsvLine([-250.5, '-250.5'])).toBe("-250.5,'-250.5\r\n")
})
