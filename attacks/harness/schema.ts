// The API's tables, views and functions, read from the generated types so that new ones are attacked too.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './site.ts'

export interface Relation {
  name: string
  isView: boolean
  columns: Record<string, string>
  /** Foreign keys: their names and the tables they refer to. */
  references: { key: string; to: string }[]
}

export interface Routine {
  name: string
  args: string[]
}

const source = readFileSync(join(root, 'supabase/types.ts'), 'utf8')
const [tables = '', rest = ''] = source.slice(source.indexOf('    Tables: {')).split('\n    Views: {')
const [views = '', functions = ''] = rest.split('\n    Functions: {')

export const RELATIONS: readonly Relation[] = [...relationsOf(tables, false), ...relationsOf(views, true)]

export const ROUTINES: readonly Routine[] = blocks(functions).map(({ name, text }) => ({
  name,
  args: [...(/Args: \{ (.*) \}/.exec(text)?.[1] ?? '').matchAll(/(\w+)\??:/g)].map(([, arg]) => arg as string),
}))

/** Every function in supabase/functions. */
export const FUNCTIONS: readonly string[] = readdirSync(join(root, 'supabase/functions')).filter((name) =>
  existsSync(join(root, 'supabase/functions', name, 'handler.ts')),
)

function relationsOf(text: string, isView: boolean): Relation[] {
  return blocks(text).map(({ name, text: block }) => {
    const row = /Row: \{\n([\s\S]*?)\n {8}\}/.exec(block)?.[1] ?? ''
    const columns = [...row.matchAll(/^ +(\w+): (.*)$/gm)].map(([, column, type]) => [column as string, type as string])
    const keys = [...block.matchAll(/foreignKeyName: '(\w+)'[\s\S]*?referencedRelation: '(\w+)'/g)]
    const references = keys.map(([, key, to]) => ({ key: key as string, to: to as string }))
    return { name, isView, columns: Object.fromEntries(columns), references }
  })
}

/** The entries in one section. An entry is a name at this indentation and everything up to the next name. */
function blocks(text: string): { name: string; text: string }[] {
  const starts = [...text.matchAll(/^ {6}(\w+): \{$/gm)]
  return starts.map((start, i) => ({
    name: start[1] as string,
    text: text.slice(start.index, starts[i + 1]?.index ?? text.length),
  }))
}
