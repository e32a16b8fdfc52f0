// Lists every object in a database, so that two databases can be compared: the one that the migrations build and the
// one that supabase/schemas describes.

import type { Queryable } from '../../backend/src/db/database.ts'

export interface CatalogueEntry {
  kind: Kind
  /**
   * The name as it appears in a statement: `public.vehicles`, `public.take_limit(text, integer, integer)`,
   * `vehicles_touch on public.vehicles`.
   */
  name: string
  /** Everything else about the object; identical objects have identical definitions. */
  definition: string
}

const SCHEMAS = `('auth', 'extensions', 'forecourt', 'public', 'storage')`

/** Leaves out objects that belong to extensions. */
const OURS = (catalogue: string, object: string, schema: string) => `
  ${schema} in ${SCHEMAS} and not exists (
    select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${object}.oid and d.deptype = 'e')`
/** The migration runner creates its own table. */
const NOT_HISTORY = `c.oid <> coalesce(to_regclass('forecourt.migrations'), 0::regclass)`

const OWNER = (role: string) => `pg_get_userbyid(${role})`

/** Grants as a sorted list, separated by spaces; null in the catalogue means the default privileges. */
const GRANTS = (acl: string, type: string, owner: string) => `(
  select string_agg(
    format('%s:%s%s', case a.grantee when 0 then 'public' else a.grantee::regrole::text end, lower(a.privilege_type),
      case when a.is_grantable then '*' else '' end), ' '
    order by 1)
  from aclexplode(coalesce(${acl}, acldefault('${type}', ${owner}))) a where a.grantee <> ${owner})`

const QUERIES = {
  schema: `
    select nspname as name, concat_ws(' | ', ${OWNER('nspowner')}, ${GRANTS('nspacl', 'n', 'nspowner')}) as definition
    from pg_namespace where nspname in ${SCHEMAS}`,
  extension: `
    select extname as name, extnamespace::regnamespace::text as definition from pg_extension where extname <> 'plpgsql'`,
  type: `
    select format('%I.%I', n.nspname, t.typname) as name, concat_ws(' | ', ${OWNER('t.typowner')}, t.typtype,
      (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid),
      case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) end) as definition
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where t.typtype in ('e', 'd') and ${OURS('pg_type', 't', 'n.nspname')}`,
  table: `
    select format('%I.%I', n.nspname, c.relname) as name, concat_ws(' | ', ${OWNER('c.relowner')}, c.relpersistence,
      case when c.relrowsecurity then 'row level security' end, case when c.relforcerowsecurity then 'forced' end,
      c.reloptions::text, c.relreplident) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and ${NOT_HISTORY} and ${OURS('pg_class', 'c', 'n.nspname')}`,
  column: `
    select format('%I.%I.%I', n.nspname, c.relname, a.attname) as name,
      concat_ws(' | ', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end, pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity, ''),
        nullif(a.attgenerated, ''), a.attstorage, nullif(a.attcompression, ''),
        nullif(a.attcollation, t.typcollation)::regcollation::text, a.attacl::text) as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and ${NOT_HISTORY}
      and ${OURS('pg_class', 'c', 'n.nspname')}`,
  constraint: `
    select format('%I on %I.%I', k.conname, n.nspname, c.relname) as name,
      concat_ws(' | ', pg_get_constraintdef(k.oid), case when not k.convalidated then 'not valid' end) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype <> 't' and ${NOT_HISTORY} and ${OURS('pg_class', 'c', 'n.nspname')}`,
  index: `
    select format('%I.%I', n.nspname, i.relname) as name,
      concat_ws(' | ', pg_get_indexdef(x.indexrelid), i.reloptions::text, case when not x.indisvalid then 'not valid' end,
        case when x.indisclustered then 'clustered' end) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      join pg_namespace n on n.oid = c.relnamespace
    where ${NOT_HISTORY} and ${OURS('pg_class', 'c', 'n.nspname')}`,
  sequence: `
    select format('%I.%I', n.nspname, c.relname) as name,
      concat_ws(' | ', ${OWNER('c.relowner')}, format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
        s.seqcache, s.seqcycle, ${GRANTS('c.relacl', 's', 'c.relowner')}) as definition
    from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS('pg_class', 'c', 'n.nspname')}`,
  function: `
    select p.oid::regprocedure::text as name, concat_ws(E'\\n', ${OWNER('p.proowner')}, pg_get_functiondef(p.oid)) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prokind in ('f', 'p') and ${OURS('pg_proc', 'p', 'n.nspname')}`,
  view: `
    select format('%I.%I', n.nspname, c.relname) as name,
      concat_ws(' | ', (
          select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        ), ${OWNER('c.relowner')}, c.reloptions::text, pg_get_viewdef(c.oid)) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and ${OURS('pg_class', 'c', 'n.nspname')}`,
  trigger: `
    select format('%I on %I.%I', t.tgname, n.nspname, c.relname) as name,
      concat_ws(' | ', pg_get_triggerdef(t.oid), t.tgenabled) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and ${OURS('pg_class', 'c', 'n.nspname')}`,
  policy: `
    select format('%I on %I.%I', policyname, schemaname, tablename) as name,
      concat_ws(' | ', permissive, cmd, roles::text, 'using ' || qual, 'with check ' || with_check) as definition
    from pg_policies where schemaname in ${SCHEMAS}`,
  grant: `
    select format('%I.%I', n.nspname, c.relname) as name, coalesce(${GRANTS('c.relacl', 'r', 'c.relowner')}, '') as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and ${NOT_HISTORY} and ${OURS('pg_class', 'c', 'n.nspname')}
    union all
    select 'function ' || p.oid::regprocedure::text, coalesce(${GRANTS('p.proacl', 'f', 'p.proowner')}, '')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prokind in ('f', 'p') and ${OURS('pg_proc', 'p', 'n.nspname')}`,
  'default privilege': `
    select concat_ws(' ', ${OWNER('defaclrole')}, nullif(defaclnamespace, 0)::regnamespace::text, defaclobjtype) as name,
      (select coalesce(string_agg(a::text, ' ' order by a::text), '') from unnest(defaclacl) a) as definition
    from pg_default_acl`,
} as const

/** The rows that every new site starts with. */
const REFERENCE_ROWS = {
  setting: ['forecourt.settings', `select key as name, concat_ws(' | ', readable_by, tab) as definition`],
  'setting value': ['public.config', `select key as name, value as definition`],
  'lead kind': ['forecourt.lead_kinds', `select kind as name, to_jsonb(r)::text as definition`],
  bucket: ['storage.buckets', `select id as name, (to_jsonb(r) - 'created_at' - 'updated_at')::text as definition`],
} as const

export type Kind = keyof typeof QUERIES | keyof typeof REFERENCE_ROWS

export async function readCatalogue(db: Queryable): Promise<CatalogueEntry[]> {
  const entries: CatalogueEntry[] = []
  const add = async (kind: Kind, sql: string) => {
    const { rows } = await db.query<{ name: string; definition: string | null }>(`${sql} order by 1`)
    for (const { name, definition } of rows) entries.push({ kind, name, definition: definition ?? '' })
  }
  // An empty search path makes PostgreSQL qualify every name.
  await db.query(`set search_path = ''`)
  for (const [kind, sql] of Object.entries(QUERIES)) await add(kind as Kind, sql)
  await db.query('reset search_path')
  for (const [kind, [table, select]] of Object.entries(REFERENCE_ROWS)) {
    const { rows } = await db.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])
    if (rows[0]?.exists) await add(kind as Kind, `${select} from ${table} r`)
  }
  return entries
}

export interface Difference {
  kind: Kind
  name: string
  /** Undefined for a new object; `after` is undefined for a removed one. */
  before: string | undefined
  after: string | undefined
}

export function compareCatalogues(before: CatalogueEntry[], after: CatalogueEntry[]): Difference[] {
  const keyOf = ({ kind, name }: CatalogueEntry) => `${kind} ${name}`
  const old = new Map(before.map((entry) => [keyOf(entry), entry]))
  const now = new Map(after.map((entry) => [keyOf(entry), entry]))
  return [...new Map([...old, ...now]).entries()].flatMap(([key, { kind, name }]) => {
    const [was, is] = [old.get(key)?.definition, now.get(key)?.definition]
    return was === is ? [] : [{ kind, name, before: was, after: is }]
  })
}
