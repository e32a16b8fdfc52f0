// Writes the table of limits in docs/security.md from each module's `limits.ts`: `npm run limits`. A test compares the
// two.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs/security.md')
const BLOCK = /(<!-- limits -->\n)[\s\S]*?(\n<!-- \/limits -->)/

const FILES = [
  ...readdirSync(join(root, 'backend/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'limits.ts')
    .map((file) => `backend/src/${file}`)
    .sort(),
  'supabase/functions/_shared/limits.ts',
  'supabase/functions/_shared/job-rules.ts',
]

interface Limit {
  module: string
  name: string
  value: unknown
}

/** Every limit, in the order in which its file declares it. */
async function readLimits(): Promise<Limit[]> {
  const modules = await Promise.all(
    FILES.map(async (file) => {
      const path = join(root, file)
      const source = readFileSync(path, 'utf8')
      const positionOf = (name: string) => source.search(new RegExp(`export const ${name}\\b`))
      const entries = Object.entries((await import(pathToFileURL(path).href)) as Record<string, unknown>)
      return entries
        .sort(([one], [other]) => positionOf(one) - positionOf(other))
        .map(([name, value]) => ({ module: dirname(file), name, value }))
    }),
  )
  return modules.flat()
}

export const limits = await readLimits()

export function limitsTable(): string {
  const rows = limits.flatMap(({ module, name, value }) => rowsOf(name, value).map((row) => `| ${module} | ${row} |`))
  return ['| module | limit | value |', '|---|---|---|', ...rows].join('\n')
}

/** The parts of one limit share a row, as in `points 60, seconds 3600`. */
function rowsOf(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [`${name} | ${format(value)}`]
  const entries = Object.entries(value)
  if (entries.some(([, inner]) => typeof inner === 'object')) {
    return entries.flatMap(([key, inner]) => rowsOf(`${name}.${key}`, inner))
  }
  return [`${name} | ${entries.map(([key, inner]) => `${key} ${format(inner)}`).join(', ')}`]
}

const format = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en-GB') : String(value))

export const pageNow = () => readFileSync(page, 'utf8')
export const pageWithLimits = () => pageNow().replace(BLOCK, `$1${limitsTable()}$2`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(page, pageWithLimits())
