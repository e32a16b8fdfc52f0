// Writes the migration from one catalogue to another, using the statements in the schemas. Changes that affect a
// table's rows are written as comments for a developer to complete.

import type { Difference, Kind } from './catalogue.ts'
import type { Statement } from './statements.ts'

/** Ordered so that every statement finds what it depends on. */
const SECTIONS: [kinds: Kind[], write: (difference: Difference, statements: Statement[]) => string[]][] = [
  [['policy'], writeDrop],
  [['trigger'], writeDrop],
  [['view'], writeDrop],
  [['function'], writeDrop],
  [['schema', 'extension', 'type', 'sequence', 'default privilege'], writeByHand],
  [['table'], writeTable],
  [['column', 'constraint'], writeTableChange],
  [['index'], writeIndex],
  [['function'], writeFunction],
  [['view', 'trigger', 'policy'], writeReplaced],
  [['grant'], writeGrants],
  [['setting', 'setting value', 'lead kind', 'bucket'], writeRow],
]

/** One line for each change, except for changes that follow from another. */
export function nameChanges(differences: Difference[]): string[] {
  const isOfNewTable = newTables(differences)
  return differences
    .filter((difference) => !isOfNewTable(difference) && difference.kind !== 'grant')
    .map(({ kind, name }) => `${kind} ${name}`)
}

export function writeMigration(differences: Difference[], statements: Statement[]): string {
  const isOfNewTable = newTables(differences)
  const texts = SECTIONS.flatMap(([kinds, write]) =>
    differences
      .filter((difference) => kinds.includes(difference.kind) && !isOfNewTable(difference))
      .flatMap((difference) => write(difference, statements)),
  )
  const parts = [...new Set(texts)]
  // Functions may refer to objects created later.
  if (differences.some(({ kind, after }) => kind === 'function' && after !== undefined)) {
    parts.unshift('set check_function_bodies = off;')
    parts.push('reset check_function_bodies;')
  }
  return `${parts.reduce((sql, part) => sql + (isDrop(sql.slice(sql.lastIndexOf('\n') + 1)) && isDrop(part) ? '\n' : '\n\n') + part)}\n`
}

const isDrop = (text: string) => /^drop \w+ [^\n]*;$/.test(text)

/** The statement for a new table includes its columns, constraints and sequences; a new column includes its check. */
function newTables(differences: Difference[]): (difference: Difference) => boolean {
  const columns = differences.filter(({ kind, before }) => kind === 'column' && before === undefined)
  const checks = columns.map(({ name }) => {
    const [schema, table, column] = name.split('.')
    return `${table}_${column}_check on ${schema}.${table}`
  })
  const tables = differences
    .filter(({ kind, before }) => kind === 'table' && before === undefined)
    .map(({ name }) => name)
  return ({ kind, name }) =>
    (kind === 'constraint' && checks.includes(name)) ||
    (['column', 'constraint', 'sequence'].includes(kind) &&
      tables.some(
        (table) => name.startsWith(`${table}.`) || name.startsWith(`${table}_`) || name.endsWith(` on ${table}`),
      ))
}

const bareName = (name: string) => name.replace(/\(.*$/, '')

function sourceOf({ kind, name }: Difference, statements: Statement[]): Statement[] {
  return statements.filter(({ makes }) => makes === `${kind} ${bareName(name)}`)
}

/** `create or replace` cannot change a function's arguments or result, so the function is dropped first. */
const signature = (definition = '') => definition.split(/\n\s*LANGUAGE /)[0]

/** `create or replace` can only add columns at the end of a view. */
const columnsOf = (definition = '') => definition.split(' | ')[0] ?? ''

function isReplaceable({ kind, before, after }: Difference): boolean {
  if (kind === 'function') return signature(before) === signature(after)
  return kind === 'view' && `${columnsOf(after)}, `.startsWith(`${columnsOf(before)}, `)
}

function writeDrop(difference: Difference): string[] {
  const { kind, name, before, after } = difference
  if (before === undefined || (after !== undefined && isReplaceable(difference))) return []
  return [`drop ${kind} ${name};`]
}

function writeByHand({ kind, name, before, after }: Difference): string[] {
  return [`-- By hand: ${kind} ${name} was (${before ?? 'not there'}) and is (${after ?? 'not there'}).`]
}

function writeTable(difference: Difference, statements: Statement[]): string[] {
  const { name, before, after } = difference
  if (before === undefined) return sourceOf(difference, statements).map(({ text }) => text)
  if (after === undefined)
    return [`-- ${name} is no longer in the schemas. Drop it by hand once nothing reads it any more.`]
  return [commented(sourceOf(difference, statements).at(-1)?.text ?? `alter table ${name} ...;`)]
}

function writeTableChange(difference: Difference, statements: Statement[]): string[] {
  const { kind, name, before, after } = difference
  const [subject = '', table = name.slice(0, name.lastIndexOf('.'))] = name.split(' on ')
  const object = subject.slice(subject.lastIndexOf('.') + 1)
  if (kind === 'column') return [commented(columnChange(difference, table, object, statements))]
  // PostgreSQL 18 lists NOT NULL as a constraint; the column's statement includes it.
  if (/^NOT NULL /.test(after ?? before ?? '')) return []
  return [
    commented(
      [
        ...(before === undefined ? [] : [`alter table ${table} drop constraint ${object};`]),
        ...(after === undefined ? [] : [`alter table ${table} add constraint ${object} ${after};`]),
      ].join('\n'),
    ),
  ]
}

function columnChange(
  { name, before, after }: Difference,
  table: string,
  column: string,
  statements: Statement[],
): string {
  if (after === undefined) return `${name} is no longer in the schemas. Drop it by hand once nothing reads it any more.`
  if (before !== undefined) return `alter table ${table} alter column ${column} ...; -- was (${before}), is (${after})`
  const source =
    statements.find(({ makes, text }) => makes === `table ${table}` && text.includes('create '))?.text ?? ''
  const words = new RegExp(`^  ${column} (.*?),?$`, 'm').exec(source)?.[1]
  return `alter table ${table} add column ${column} ${words ?? '...'};`
}

function writeIndex(difference: Difference, statements: Statement[]): string[] {
  const { name, before } = difference
  const source = sourceOf(difference, statements).map(({ text }) => text)
  // A constraint's index is created and dropped with the constraint.
  if (source.length === 0 && difference.after !== undefined) return []
  return [...(before === undefined ? [] : [`drop index ${name};`]), ...source]
}

function writeFunction(difference: Difference, statements: Statement[]): string[] {
  const { name, before, after } = difference
  if (after === undefined) return []
  const sources = sourceOf(difference, statements)
  const source =
    sources.length === 1 ? (sources[0] as Statement).text : `${after.slice(after.indexOf('\n') + 1).trim()};`
  const isNew = before === undefined || !isReplaceable(difference)
  const text = isNew ? source : source.replace(/^create function/m, 'create or replace function')
  return isNew ? [text, ...grantsOf(bareName(name), statements)] : [text]
}

function writeReplaced(difference: Difference, statements: Statement[]): string[] {
  const { kind, before, after, name } = difference
  if (after === undefined) return []
  const texts = sourceOf(difference, statements).map(({ text }) => text)
  if (kind !== 'view') return texts
  if (before === undefined || !isReplaceable(difference)) return [...texts, ...grantsOf(name, statements)]
  return texts.map((text) => text.replace(/^create view/m, 'create or replace view'))
}

const grantsOf = (name: string, statements: Statement[]) =>
  statements.filter(({ names }) => names.includes(name)).map(({ text }) => text)

/** A new object gets all the grants in its statements; an existing one gets only the difference. */
function writeGrants({ name, before, after }: Difference, statements: Statement[]): string[] {
  if (after === undefined) return []
  if (before === undefined) return name.startsWith('function ') ? [] : grantsOf(name, statements)
  const [had, has] = [new Set(before.split(' ')), new Set(after.split(' '))]
  const change = (words: Iterable<string>, others: Set<string>, verb: 'grant' | 'revoke') =>
    [...words]
      .filter((word) => word && !others.has(word))
      .map((word) => {
        const [role, privilege] = word.split(':')
        return `${verb} ${privilege} on ${name} ${verb === 'grant' ? 'to' : 'from'} ${role};`
      })
  return [...change(had, has, 'revoke'), ...change(has, had, 'grant')]
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Inserts new rows only, because a dealer may have changed an existing value. */
function writeRow(difference: Difference): string[] {
  const { kind, name, before, after } = difference
  if (before !== undefined || after === undefined) return writeByHand(difference)
  if (kind === 'setting value') {
    return [
      `insert into public.config (key, value) values (${literal(name)}, ${literal(after)}) on conflict (key) do nothing;`,
    ]
  }
  if (kind === 'setting') {
    const [reader = '', tab] = after.split(' | ')
    const values = [literal(name), literal(reader), tab ? literal(tab) : 'null'].join(', ')
    return [`insert into forecourt.settings (key, readable_by, tab) values (${values});`]
  }
  if (kind === 'lead kind') {
    return [
      `insert into forecourt.lead_kinds\nselect * from jsonb_populate_record(null::forecourt.lead_kinds, ${literal(after)});`,
    ]
  }
  return writeByHand(difference)
}

const commented = (text: string) => text.replaceAll(/^/gm, '-- ')
