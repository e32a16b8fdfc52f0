// `npm run migration -- name`: compares supabase/schemas with the database that the migrations build, and writes the missing migration.

import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../backend/src/db/database.ts'
import { openEmbedded } from '../backend/src/db/embedded.ts'
import { migrate } from '../backend/src/db/migrate.ts'
import { compareCatalogues, type Difference, readCatalogue } from './schema/catalogue.ts'
import { nextMigrationName } from './schema/migration-name.ts'
import { loadSchemas, readSchemaFiles } from './schema/schema-files.ts'
import { readStatements, type Statement } from './schema/statements.ts'
import { nameChanges, writeMigration } from './schema/write-migration.ts'

const directory = fileURLToPath(new URL('../supabase/migrations', import.meta.url))

const name = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9_]{2,60}$/.test(name)) {
  console.error('Usage: npm run migration -- name_of_the_change (lower case, digits and underscores)')
  process.exit(1)
}

const [migrated, described] = await Promise.all([
  catalogueOf((db) => migrate(db, { directory })),
  catalogueOf((db) => loadSchemas(db)),
])
const differences = compareCatalogues(migrated, described)
if (differences.length === 0) console.log('The migrations already match the schemas. No migration is needed.')

const local = readStatements(await readSchemaFiles('local'))
const product = readStatements(await readSchemaFiles('product'))
await write(join(directory, 'local'), differences.filter(isLocal), local)
await write(
  directory,
  differences.filter((difference) => !isLocal(difference)),
  product,
)

async function catalogueOf(build: (db: Database) => Promise<unknown>) {
  const db = await openEmbedded({ dataDir: 'memory' })
  try {
    await build(db)
    return await readCatalogue(db)
  } finally {
    await db.close()
  }
}

/** A hosted project has its own auth and storage schemas, so changes to our versions go into the local migrations. */
function isLocal({ kind, name }: Difference): boolean {
  const object = `${kind} ${name.replace(/\(.*$/, '')}`
  if (product.some(({ makes }) => makes === object)) return false
  return local.some(({ makes }) => makes === object) || /(?:^| on |^function )(?:auth|storage)\./.test(name)
}

async function write(folder: string, differences: Difference[], statements: Statement[]): Promise<void> {
  if (differences.length === 0) return
  const file = join(folder, nextMigrationName(name, await readdir(folder), new Date()))
  await writeFile(file, writeMigration(differences, statements))
  console.log(
    `Wrote ${file}\n${nameChanges(differences)
      .map((line) => `  ${line}`)
      .join('\n')}`,
  )
  console.log('Review it, complete the commented parts, then run `npx vitest run supabase/tests/schemas.test.ts`.')
}
