// Generates the `Database` type for the official clients from the catalogue, in the format of Supabase's own generator.

import type { Queryable } from '../backend/src/db/database.ts'

interface Column {
  table: string
  /** 'r' for a table, 'v' for a view. */
  kind: 'r' | 'v'
  name: string
  type: string
  nullable: boolean
  hasDefault: boolean
  /** True for generated, computed and `generated always` identity columns, which cannot be written to. */
  readOnly: boolean
}

interface ForeignKey {
  name: string
  table: string
  columns: string[]
  referencedTable: string
  referencedColumns: string[]
  isOneToOne: boolean
}

interface Routine {
  name: string
  argumentNames: string[] | null
  argumentTypes: string[]
  defaults: number
  returnType: string
  /** The table whose rows the function returns. */
  returnTable: string | null
  returnKind: 'r' | 'v' | null
  isSet: boolean
  /** For `returns table (...)`. */
  columnNames: string[]
  columnTypes: string[]
}

export async function typesFromDatabase(db: Queryable): Promise<string> {
  const columns = (await db.query<Column>(COLUMNS)).rows
  const foreignKeys = (await db.query<ForeignKey>(FOREIGN_KEYS)).rows
  const routines = (await db.query<Routine>(ROUTINES)).rows
  const namesOf = (kind: Column['kind']) => [
    ...new Set(columns.filter((c) => c.kind === kind).map(({ table }) => table)),
  ]
  return [
    '// Generated from the migrations by `npm run types`; do not edit by hand.',
    '',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]',
    '',
    'export type Database = {',
    '  public: {',
    '    Tables: {',
    ...namesOf('r').flatMap((table) => describeTable(table, columns, foreignKeys)),
    '    }',
    '    Views: {',
    ...namesOf('v').flatMap((view) => describeView(view, columns)),
    '    }',
    '    Functions: {',
    ...routines.flatMap(describeRoutine),
    '    }',
    '    Enums: { [_ in never]: never }',
    '    CompositeTypes: { [_ in never]: never }',
    '  }',
    '}',
    '',
  ].join('\n')
}

function describeTable(table: string, allColumns: Column[], foreignKeys: ForeignKey[]): string[] {
  const columns = allColumns.filter((column) => column.table === table)
  const written = columns.filter(({ readOnly }) => !readOnly)
  const relationships = foreignKeys.filter((key) => key.table === table).map(describeRelationship)
  return [
    `      ${table}: {`,
    '        Row: {',
    ...columns.map((column) => `          ${column.name}: ${typeOf(column)}`),
    '        }',
    '        Insert: {',
    ...written.map((c) => `          ${c.name}${c.nullable || c.hasDefault ? '?' : ''}: ${typeOf(c)}`),
    '        }',
    '        Update: {',
    ...written.map((column) => `          ${column.name}?: ${typeOf(column)}`),
    '        }',
    `        Relationships: [${relationships.length ? `\n${relationships.join('\n')}\n        ` : ''}]`,
    '      }',
  ]
}

function describeView(view: string, allColumns: Column[]): string[] {
  const columns = allColumns.filter((column) => column.table === view)
  return [
    `      ${view}: {`,
    '        Row: {',
    ...columns.map((column) => `          ${column.name}: ${typeOf(column)}`),
    '        }',
    '        Relationships: []',
    '      }',
  ]
}

const typeOf = ({ type, nullable }: Column) => `${toTypeScript(type)}${nullable ? ' | null' : ''}`

function describeRelationship(key: ForeignKey): string {
  const list = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`
  return `          {
            foreignKeyName: '${key.name}'
            columns: ${list(key.columns)}
            isOneToOne: ${key.isOneToOne}
            referencedRelation: '${key.referencedTable}'
            referencedColumns: ${list(key.referencedColumns)}
          },`
}

function describeRoutine(routine: Routine): string[] {
  const names = routine.argumentNames ?? []
  const firstDefault = names.length - routine.defaults
  const args = names.map(
    (name, i) => `${name}${i >= firstDefault ? '?' : ''}: ${toTypeScript(routine.argumentTypes[i] ?? '')}`,
  )
  const returned = routine.returnTable
    ? `Database['public']['${routine.returnKind === 'v' ? 'Views' : 'Tables'}']['${routine.returnTable}']['Row']`
    : routine.columnNames.length > 0
      ? `{ ${routine.columnNames.map((name, i) => `${name}: ${toTypeScript(routine.columnTypes[i] ?? '')}`).join('; ')} }`
      : toTypeScript(routine.returnType)
  const origin = `{ from: '*'; to: '${routine.returnTable}'; isOneToOne: false; isSetofReturn: ${routine.isSet} }`
  return [
    `      ${routine.name}: {`,
    `        Args: ${args.length ? `{ ${args.join('; ')} }` : 'never'}`,
    `        Returns: ${returned}${routine.isSet ? '[]' : ''}`,
    ...(routine.returnTable ? [`        SetofOptions: ${origin}`] : []),
    '      }',
  ]
}

function toTypeScript(type: string): string {
  if (type.startsWith('_')) return `${toTypeScript(type.slice(1))}[]`
  if (/^(int[248]|float[48]|numeric|oid)$/.test(type)) return 'number'
  if (type === 'bool') return 'boolean'
  if (type === 'json' || type === 'jsonb') return 'Json'
  if (type === 'void') return 'undefined'
  return 'string'
}

/** Functions of a row are computed columns. As in Supabase's generator, they may be null. */
const COLUMNS = `
  select c.relname as "table", c.relkind as kind, a.attname as name, t.typname as type, not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as "hasDefault", a.attidentity = 'a' or a.attgenerated <> '' as "readOnly"
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
  union all
  select c.relname, c.relkind, p.proname, t.typname, true, false, true
  from pg_proc p
  join pg_type t on t.oid = p.prorettype and t.typtype = 'b'
  join pg_class c on c.reltype = p.proargtypes[0] and c.relkind in ('r', 'v')
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.pronargs = 1 and not p.proretset
  order by 1, 3`

const FOREIGN_KEYS = `
  select k.conname as name, c.relname as "table", f.relname as "referencedTable",
    (select array_agg(a.attname::text order by p.position)
      from unnest(k.conkey) with ordinality as p (number, position)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.number) as columns,
    (select array_agg(a.attname::text order by p.position)
      from unnest(k.confkey) with ordinality as p (number, position)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = p.number) as "referencedColumns",
    exists (
      select from pg_constraint u
      where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey <@ k.conkey and k.conkey <@ u.conkey
    ) as "isOneToOne"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace
  order by c.relname, k.conname`

const ROUTINES = `
  select p.proname as name, (p.proargnames[1:p.pronargs])::text[] as "argumentNames", p.pronargdefaults::int as defaults,
    (select coalesce(array_agg(t.typname::text order by a.position), '{}')
      from unnest(p.proargtypes) with ordinality as a (oid, position) join pg_type t on t.oid = a.oid) as "argumentTypes",
    coalesce(case when 't' = any (p.proargmodes) then (p.proargnames[p.pronargs + 1:])::text[] end, '{}') as "columnNames",
    (select coalesce(array_agg(t.typname::text order by a.position), '{}')
      from unnest(p.proallargtypes[p.pronargs + 1:]) with ordinality as a (oid, position)
      join pg_type t on t.oid = a.oid) as "columnTypes",
    r.typname as "returnType", c.relname as "returnTable", c.relkind as "returnKind", p.proretset as "isSet"
  from pg_proc p
  join pg_type r on r.oid = p.prorettype
  left join pg_class c on c.oid = r.typrelid and c.relkind in ('r', 'v')
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and r.typname <> 'trigger'
  order by p.proname`
