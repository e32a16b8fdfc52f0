// The migrations must build exactly what supabase/schemas describes. If they differ, a migration is missing
// (`npm run migration`) or only one of the two was changed.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { openEmbedded } from '../../backend/src/db/embedded.ts'
import { openEmptyPostgres, serviceEngines } from '../../backend/test/engines.ts'
import { type CatalogueEntry, compareCatalogues, readCatalogue } from '../../scripts/schema/catalogue.ts'
import { loadSchemas, readSchemaFiles } from '../../scripts/schema/schema-files.ts'

const openEmpty = (engine: 'pglite' | 'postgres') =>
  engine === 'pglite' ? openEmbedded({ dataDir: 'memory' }) : openEmptyPostgres()

const ROLLED_BACK = new Error('Rolled back')

describe.each(serviceEngines)('on $name', ({ name, open }) => {
  let migrated: Database
  let catalogue: CatalogueEntry[]
  beforeAll(async () => {
    migrated = await open()
    catalogue = await readCatalogue(migrated)
  })
  afterAll(() => migrated.close())

  test('the migrations build the database that the schemas describe', async () => {
    const described = await openEmpty(name)
    try {
      await loadSchemas(described)
      expect(catalogue.length).toBeGreaterThan(800)
      expect(compareCatalogues(catalogue, await readCatalogue(described))).toEqual([])
    } finally {
      await described.close()
    }
  }, 120_000)

  test.each([
    ['a column', 'alter table public.vehicles add column wheels integer', 'column public.vehicles.wheels'],
    [
      'a default',
      `alter table public.vehicles alter column description set default 'None'`,
      'column public.vehicles.description',
    ],
    [
      'a constraint',
      'alter table public.vehicles drop constraint vehicles_year_check',
      'constraint vehicles_year_check on public.vehicles',
    ],
    ['an index', 'drop index public.vehicles_price_idx', 'index public.vehicles_price_idx'],
    ['an attribute of a function', 'alter function public.is_admin() volatile', 'function public.is_admin()'],
    [
      'the body of a view',
      'create or replace view public.searched_vehicles as select l.*, 0::bigint as total from public.listed_vehicles l',
      'view public.searched_vehicles',
    ],
    [
      'a disabled trigger',
      'alter table public.vehicles disable trigger vehicles_touch',
      'trigger vehicles_touch on public.vehicles',
    ],
    ['row-level security', 'alter table public.vehicles disable row level security', 'table public.vehicles'],
    [
      'a policy',
      'alter policy "everyone sees vehicles, except drafts" on public.vehicles using (not sold)',
      'policy "everyone sees vehicles, except drafts" on public.vehicles',
    ],
    ['a grant on a table', 'grant delete on public.vehicles to anon', 'grant public.vehicles'],
    [
      'a grant on a function',
      'grant execute on function public.take_limit(text, integer, integer) to anon',
      'grant function public.take_limit(text,integer,integer)',
    ],
    [
      'a default privilege',
      'alter default privileges in schema public grant select on tables to anon',
      'default privilege',
    ],
    [
      'a reference row',
      `update public.config set value = 'x' where key = 'BRAND_ACCENT'`,
      'setting value BRAND_ACCENT',
    ],
    ['a bucket', `update storage.buckets set public = false where id = 'brand'`, 'bucket brand'],
  ])('a difference in %s is found', async (_what, sql, found) => {
    let differences: string[] = []
    const changed = migrated.transaction(async (tx) => {
      await tx.exec(sql)
      const now = await readCatalogue(tx)
      differences = compareCatalogues(catalogue, now).map(({ kind, name }) => `${kind} ${name}`)
      throw ROLLED_BACK
    })

    await expect(changed).rejects.toBe(ROLLED_BACK)
    expect(differences.join('\n')).toContain(found)
  })
})

test('order.json lists every schema file once', async () => {
  const folder = join(import.meta.dirname, '../schemas')
  const onDisk = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.sql')).sort()
  const listed = [...(await readSchemaFiles('local')), ...(await readSchemaFiles('product'))].map(({ name }) => name)

  expect([...listed].sort()).toEqual(onDisk)
})
