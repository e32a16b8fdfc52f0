// npm run move-to-postgres: the embedded site in DATA_DIR to the empty server at DATABASE_URL. See docs/backup.md.
import { resolve } from 'node:path'
import { moveToPostgres } from '../backup/move-to-postgres.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { runCommand } from '../run-command.ts'

// This file runs from backend/dist, one level deeper than the repository's folders.
const migrationsDir = resolve(import.meta.dirname, '../../supabase/migrations')
const say = (line: string) => void process.stdout.write(`  ${line}\n`)

async function run(): Promise<void> {
  const config = parseConfig(process.env)
  if (config.hosted) throw new ConfigError('SUPABASE_URL: is set; leave it unset to move to a server of your own')
  const { tables } = await moveToPostgres({ config, migrationsDir, say })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(`
  ${rows} rows of ${tables.length} tables are on the server, each compared with its source.
  Next: npm start with the same DATA_DIR and DATABASE_URL. Pictures and keys stay in DATA_DIR.
  The embedded database was left as it was, in ${config.dataDir}/database: it is the site
  of this moment, and starts again if DATABASE_URL is not set. Remove it when all is well.

`)
}

await runCommand(run)
