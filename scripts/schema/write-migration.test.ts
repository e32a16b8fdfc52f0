import { afterEach, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { openEmptyPostgres, openFromTemplate } from '../../backend/test/engines.ts'
import { compareCatalogues, readCatalogue } from './catalogue.ts'
import { nextMigrationName } from './migration-name.ts'
import { loadSchemas, readSchemaFiles, type SchemaFile } from './schema-files.ts'
import { readStatements } from './statements.ts'
import { writeMigration } from './write-migration.ts'

const open: Database[] = []
afterEach(async () => {
  for (const db of open.splice(0)) await db.close()
})

async function keep(opening: Promise<Database>): Promise<Database> {
  const db = await opening
  open.push(db)
  return db
}

type Edit = [file: string, from: string | null, to: string]

/** Edits the schemas as a developer would. If there is no text to replace, the new text is appended. */
async function editSchemas(edits: Edit[]): Promise<SchemaFile[]> {
  const files = await readSchemaFiles('product')
  for (const [name, from, to] of edits) {
    const file = files.find((each) => each.name === name)
    if (!file || (from !== null && !file.sql.includes(from))) throw new Error(`${name} has no ${from}`)
    file.sql = from === null ? `${file.sql}\n${to}\n` : file.sql.replace(from, to)
  }
  return files
}

/** Writes and applies the migration, and returns what still differs. */
async function migrateTo(edits: Edit[]) {
  const files = await editSchemas(edits)
  const [migrated, described] = await Promise.all([keep(openFromTemplate()), keep(openEmptyPostgres())])
  await loadSchemas(described, files)
  const wanted = await readCatalogue(described)
  const sql = writeMigration(compareCatalogues(await readCatalogue(migrated), wanted), readStatements(files))
  await migrated.exec(sql)
  return {
    sql,
    left: compareCatalogues(await readCatalogue(migrated), wanted).map(({ kind, name }) => `${kind} ${name}`),
  }
}

const SUPPLIERS = `
-- Who we buy from.
create table public.suppliers (
  id bigint primary key generated always as identity,
  name text not null unique check (length(name) <= 100)
);
alter table public.suppliers enable row level security;
create index suppliers_name_idx on public.suppliers (lower(name));

revoke all on public.suppliers from anon, authenticated;
grant select on public.suppliers to authenticated;

create policy "admins read suppliers" on public.suppliers
  for select to authenticated using ((select public.is_admin()));

create trigger suppliers_changed after insert or update or delete on public.suppliers
  for each statement execute function forecourt.notify_change();

create view public.supplier_names with (security_invoker = true) as select name from public.suppliers;
revoke all on public.supplier_names from anon, authenticated;

create function public.count_suppliers() returns bigint
language sql stable set search_path = '' as $$ select count(*) from public.suppliers $$;
revoke all on function public.count_suppliers() from public, anon;
grant execute on function public.count_suppliers() to authenticated;`

const RELEASE_JOBS = /create function public\.release_jobs[\s\S]*?to service_role;/

test('the generated migration produces the database that the schemas describe', async () => {
  const jobs = (await readSchemaFiles('product')).find(({ name }) => name === 'jobs.sql')?.sql ?? ''
  const { sql, left } = await migrateTo([
    ['foundation.sql', `'Europe/London', pg_catalog.now()`, `'Europe/London', pg_catalog.clock_timestamp()`],
    [
      'vehicles.sql',
      '_features text[], _specifications jsonb) returns void',
      '_features text[], _specifications jsonb, _note text default null) returns void',
    ],
    ['jobs.sql', RELEASE_JOBS.exec(jobs)?.[0] ?? 'release_jobs', ''],
    ['vehicles.sql', 'using (not hidden);', 'using (not sold);'],
    [
      'vehicles.sql',
      'create trigger vehicles_touch before update',
      'create trigger vehicles_touch before insert or update',
    ],
    ['listed-vehicles.sql', 'from public.listed_vehicles l;', 'from public.listed_vehicles l where l.price > 0;'],
    ['vehicles.sql', 'public.vehicles (price, id)', 'public.vehicles (price desc, id)'],
    ['vehicles.sql', 'grant select on public.vehicles to anon;', 'grant select, insert on public.vehicles to anon;'],
    [
      'reference-rows.sql',
      `  ('COMPANY_NAME', 'visitor', null),`,
      `  ('COMPANY_NAME', 'visitor', null),\n  ('PAGES_MOTTO', 'visitor', 'pages'),`,
    ],
    [
      'reference-rows.sql',
      `  ('COMPANY_EMAIL', 'sales@`,
      `  ('PAGES_MOTTO', 'It''s a car'),\n  ('COMPANY_EMAIL', 'sales@`,
    ],
    ['vehicles.sql', null, SUPPLIERS],
    // Columns can only be added at the end of a view, so this view must be dropped and created again.
    ['listed-vehicles.sql', 'select v.id, v.make, v.model,', 'select 1 as one, v.id, v.make, v.model,'],
  ])

  expect(sql).toContain('-- Who we buy from.\ncreate table public.suppliers (')
  expect(left).toEqual([])
})

test('a new column is written as a comment for the developer to complete, and a removed column is never dropped', async () => {
  const { sql, left } = await migrateTo([
    ['vehicles.sql', `  sold_expiry_date date,\n`, `  sold_expiry_date date,\n  wheels integer check (wheels > 0),\n`],
    ['vehicles.sql', `  autotrader_id text check (length(autotrader_id) <= 100),\n`, ''],
    ['profiles.sql', `role in ('user', 'sales', 'admin')`, `role in ('user', 'sales', 'admin', 'workshop')`],
  ])

  expect(sql).toContain('-- alter table public.vehicles add column wheels integer check (wheels > 0);')
  expect(sql).not.toContain('vehicles_wheels_check')
  expect(sql).toContain('-- public.vehicles.autotrader_id is no longer in the schemas. Drop it by hand')
  expect(sql).toContain('-- alter table public.user_roles drop constraint user_roles_role_check;')
  expect(sql).toMatch(/^-- alter table public\.user_roles add constraint user_roles_role_check CHECK .*workshop/m)
  expect(sql).not.toMatch(/^\s*(?:alter|drop) table/m)
  expect(left).toContain('column public.vehicles.wheels')
})

test('a migration is named after the current time and sorts after the existing migrations', () => {
  const now = new Date('2026-11-18T09:30:00Z')

  expect(nextMigrationName('add_wheels', ['20261117203000_baseline.sql', 'local'], now)).toBe(
    '20261118093000_add_wheels.sql',
  )
  expect(nextMigrationName('add_wheels', ['20991231235959_later.sql'], now)).toBe('20991231235960_add_wheels.sql')
})
