// The statements in the schemas, each with the comment above it and the object that it creates.

import type { SchemaFile } from './schema-files.ts'

export interface Statement {
  /** The statement with the comment above it. */
  text: string
  /** `function public.take_limit` or `trigger vehicles_touch on public.vehicles`; for a grant or revoke, just `grant`. */
  makes: string
  /** Every qualified name in a grant or revoke. */
  names: string[]
}

const MAKES: [pattern: RegExp, describe: (found: string[]) => string][] = [
  [/^create function ([\w.]+)\s*\(/, ([name]) => `function ${name}`],
  [/^create view ([\w.]+)/, ([name]) => `view ${name}`],
  [/^create (?:unlogged )?table ([\w.]+)/, ([name]) => `table ${name}`],
  [/^alter table ([\w.]+)/, ([name]) => `table ${name}`],
  [/^create (?:unique )?index (\w+)\s+on (\w+)\./, ([name, schema]) => `index ${schema}.${name}`],
  [/^create trigger (\w+) [^;]*? on (\w+\.\w+)/, ([name, table]) => `trigger ${name} on ${table}`],
  [/^create policy ("[^"]+"|\w+) on ([\w.]+)/, ([name, table]) => `policy ${name} on ${table}`],
  [/^create type ([\w.]+)/, ([name]) => `type ${name}`],
  [/^(grant|revoke) /, () => 'grant'],
]

export function readStatements(files: SchemaFile[]): Statement[] {
  return files.flatMap(({ sql }) =>
    splitStatements(sql).map((whole) => {
      const code = withoutComment(whole)
      // A comment with a blank line below it is about the file.
      const comment = whole.slice(0, whole.length - code.length)
      const text = comment.slice(comment.lastIndexOf('\n\n') + 1).trimStart() + code
      const [pattern, describe] = MAKES.find(([pattern]) => pattern.test(code)) ?? []
      const found = pattern?.exec(code)?.slice(1) ?? []
      const makes = describe?.(found) ?? ''
      return { text, makes, names: makes === 'grant' ? (code.match(/\b\w+\.\w+/g) ?? []) : [] }
    }),
  )
}

const withoutComment = (text: string) => text.replace(/^(?:\s*--[^\n]*\n|\s*\/\*[\s\S]*?\*\/)*\s*/, '')

/** Splits at semicolons outside strings, quoted names, comments and function bodies. */
function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g
  for (const token of sql.matchAll(tokens)) {
    if (token[0] !== ';') continue
    // A comment on the same line belongs to the statement before it.
    const end = token.index + 1 + (/^[ \t]+--[^\n]*/.exec(sql.slice(token.index + 1))?.[0].length ?? 0)
    statements.push(sql.slice(start, end).trim())
    start = end
  }
  return statements
}
