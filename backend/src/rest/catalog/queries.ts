// Queries on Postgres' catalogue, which run once per load. They run with an empty search_path, so that Postgres qualifies
// every name outside pg_catalog, and each name means the same for every role that uses it later.

const BASE_TYPES = `
  with recursive base as (
    select oid, oid as base, typbasetype, typtype from pg_catalog.pg_type
    union all
    select b.oid, t.oid, t.typbasetype, t.typtype
    from base b join pg_catalog.pg_type t on b.typtype = 'd' and t.oid = b.typbasetype
  ), base_types as (select oid, base from base where typtype <> 'd')`

/** All relations, because even one that is not exposed may be shown by a view or returned by a function. */
export const RELATIONS = `
  select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind::text as kind,
    (pg_catalog.pg_relation_is_updatable(c.oid, true) & 8) = 8 as insertable,
    (pg_catalog.pg_relation_is_updatable(c.oid, true) & 4) = 4 as updatable,
    (pg_catalog.pg_relation_is_updatable(c.oid, true) & 16) = 16 as deletable
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and not c.relispartition
    and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`

export const COLUMNS = `${BASE_TYPES}
  select a.attrelid::int8 as relation, a.attnum::int4 as number, a.attname as name,
    pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
    pg_catalog.format_type(b.base, -1) as value_type,
    case when a.attidentity <> '' then
      pg_catalog.format('nextval(%L)', pg_catalog.pg_get_serial_sequence(
        pg_catalog.format('%I.%I', n.nspname, c.relname), a.attname))
    when a.attgenerated = '' then
      coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), pg_catalog.pg_get_expr(t.typdefaultbin, 0)) end as default_sql
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_type t on t.oid = a.atttypid
  join base_types b on b.oid = a.atttypid
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
    and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  order by a.attrelid, a.attnum`

/** Primary keys, unique keys and foreign keys, with column names in key order. */
export const CONSTRAINTS = `
  select k.conname as name, k.contype::text as kind, k.conrelid::int8 as relation, k.confrelid::int8 as target,
    (select pg_catalog.json_agg(a.attname order by s.n)
     from pg_catalog.unnest(k.conkey) with ordinality s(attnum, n)
     join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = s.attnum) as columns,
    (select pg_catalog.json_agg(a.attname order by s.n)
     from pg_catalog.unnest(k.confkey) with ordinality s(attnum, n)
     join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = s.attnum) as target_columns
  from pg_catalog.pg_constraint k
  where k.contype in ('p', 'u', 'f') and k.conparentid = 0 and k.conrelid <> 0
  union all
  select ic.relname, 'u', i.indrelid::int8, 0,
    (select pg_catalog.json_agg(a.attname)
     from pg_catalog.pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey::int2[])), null
  from pg_catalog.pg_index i join pg_catalog.pg_class ic on ic.oid = i.indexrelid
  join pg_catalog.pg_class c on c.oid = i.indrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where i.indisunique and i.indpred is null and i.indexprs is null and n.nspname <> 'pg_catalog'
  order by 3, 1`

export const ROUTINES = `${BASE_TYPES}
  select n.nspname as schema, p.proname as name, p.provolatile::text as volatility, p.proretset as is_set,
    p.proretset and p.provolatile <> 'v' and not p.prosecdef and p.proconfig is null
      and p.prolang = (select l.oid from pg_catalog.pg_language l where l.lanname = 'sql') as is_inlined,
    p.pronargdefaults::int4 as default_count,
    coalesce(rt.typrelid, 0)::int8 as returns_relation, rt.typname as returns_name,
    pg_catalog.format_type(rb.base, -1) as returns_type,
    pg_catalog.to_json(coalesce(p.proargnames, '{}')) as names,
    pg_catalog.to_json(coalesce(p.proargmodes::text[], '{}')) as modes,
    (select pg_catalog.json_agg(pg_catalog.format_type(s.t, -1) order by s.n)
     from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality s(t, n)) as types,
    coalesce((select t.typrelid from pg_catalog.pg_type t where p.pronargs = 1 and t.oid = p.proargtypes[0]), 0)::int8
      as takes_relation,
    coalesce(p.prorows, 0)::float8 as row_estimate
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join base_types rb on rb.oid = p.prorettype
  join pg_catalog.pg_type rt on rt.oid = rb.base
  where n.nspname = any($1::text[]) and p.prokind = 'f'
  order by n.nspname, p.proname, p.oid`

/** Types that are allowed in a cast: the built-in types and those in exposed schemas, by their unqualified names. */
export const TYPES = `
  select t.typname as name, pg_catalog.format_type(t.oid, -1) as type
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where (n.nspname = 'pg_catalog' or n.nspname = any($1::text[])) and t.typtype in ('b', 'e', 'd', 'r', 'm')
    and t.typname !~ '^reg' and t.typname !~ '^pg_'
  order by (n.nspname = 'pg_catalog')`

/** Only a view's parsed query records which table column each of its columns shows. */
export const VIEWS = `
  select c.oid::int8 as oid, r.ev_action::text as definition
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
  where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`

/**
 * The definitions that show which tables are read by functions, by views and by policies for anonymous callers, and
 * whether writes to a table send a notification.
 */
export const DEFINITIONS = `
  select p.proname as name, p.prosrc as text, false as is_table, false as notifies
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname not in ('pg_catalog', 'information_schema') and p.prorettype <> 'trigger'::pg_catalog.regtype
    and not exists (
      select from pg_catalog.pg_depend d where d.objid = p.oid and d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
        and d.deptype = 'e')
  union all
  select c.relname, pg_catalog.pg_get_viewdef(c.oid), false, false
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'v' and n.nspname not in ('pg_catalog', 'information_schema')
  union all
  select c.relname,
    coalesce((
      select pg_catalog.string_agg(pg_catalog.pg_get_expr(l.polqual, l.polrelid), ' ') from pg_catalog.pg_policy l
      where l.polrelid = c.oid and l.polcmd in ('r', '*')
        and (l.polroles = '{0}' or 'anon' in (select rolname from pg_catalog.pg_roles where oid = any(l.polroles)))), ''),
    true,
    exists (
      select from pg_catalog.pg_trigger t join pg_catalog.pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and p.proname = 'notify_change')
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')`
