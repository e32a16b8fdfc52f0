// `npm run types`: writes supabase/types.ts from a new database with all migrations applied.

import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '../backend/src/db/embedded.ts'
import { migrate } from '../backend/src/db/migrate.ts'
import { typesFromDatabase } from './types-from-database.ts'

const supabase = new URL('../supabase/', import.meta.url)

const db = await openEmbedded({ dataDir: 'memory' })
try {
  await migrate(db, { directory: fileURLToPath(new URL('migrations', supabase)) })
  await writeFile(new URL('types.ts', supabase), await typesFromDatabase(db))
} finally {
  await db.close()
}
