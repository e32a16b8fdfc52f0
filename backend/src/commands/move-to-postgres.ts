// npm run move-to-postgres: moves the embedded site in DATA_DIR to the empty database at DATABASE_URL. See docs/backup.md.
import { resolve } from 'node:path'
import { moveToPostgres } from '../backup/move-to-postgres.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { runCommand } from '../run-command.ts'

// This file runs from backend/dist, one level deeper than the repository's folders.
const migrationsDir = resolve(import.meta.dirname, '../../supabase/migrations')
const say = (line: string) => void process.stdout.write(`  ${line}\n`)

async function run(): Promise<void> {
  const config = parseConfig(process.env)
  if (config.hosted) throw new ConfigError('SUPABASE_URL: must not be set; this moves a site to your own server')
  const { tables } = await moveToPostgres({ config, migrationsDir, say })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(`
  ${rows} rows in ${tables.length} tables are now on the server. Each row was compared with its source.
  Next, run npm start with the same DATA_DIR and DATABASE_URL. Pictures and keys stay in DATA_DIR.
  The embedded database in ${config.dataDir}/database was not changed. Without DATABASE_URL,
  the old site starts from it again. Delete it once the new site works.

`)
}

await runCommand(run)
