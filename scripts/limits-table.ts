// The table of limits in docs/security.md, from the one file where they stand. A test holds the two together;
// `npm run limits` writes it anew.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as limits from '../backend/src/limits.ts'

const page = fileURLToPath(new URL('../docs/security.md', import.meta.url))
const source = readFileSync(new URL('../backend/src/limits.ts', import.meta.url), 'utf8')
const BLOCK = /(<!-- limits -->\n)[\s\S]*?(\n<!-- \/limits -->)/

export function limitsTable(): string {
  // A module's names come in no order of ours; in the file they stand by section.
  const entries = Object.entries(limits).sort(([one], [other]) => placeOf(one) - placeOf(other))
  const rows = entries.flatMap(([name, value]) => rowsOf(name, value))
  return ['| limit | value |', '|---|---|', ...rows].join('\n')
}

const placeOf = (name: string) => source.search(new RegExp(`export (const ${name}\\b|\\{.*\\b${name}\\b)`))

/** What belongs together stands in one row: `points 60, seconds 3600`. */
function rowsOf(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [`| ${name} | ${format(value)} |`]
  const entries = Object.entries(value)
  if (entries.some(([, inner]) => typeof inner === 'object')) {
    return entries.flatMap(([key, inner]) => rowsOf(`${name}.${key}`, inner))
  }
  return [`| ${name} | ${entries.map(([key, inner]) => `${key} ${format(inner)}`).join(', ')} |`]
}

const format = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en-GB') : String(value))

export const pageNow = () => readFileSync(page, 'utf8')
export const pageWithLimits = () => pageNow().replace(BLOCK, `$1${limitsTable()}$2`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(page, pageWithLimits())
