// npm run restore -- FOLDER: restores a backup into an empty DATA_DIR or an empty database. See docs/backup.md.
import { resolve } from 'node:path'
import { restoreSite } from '../backup/restore-site.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { runCommand } from '../run-command.ts'
import { openPictures } from '../storage/drivers/open-pictures.ts'

// This file runs from backend/dist, one level deeper than the repository's folders.
const migrationsDir = resolve(import.meta.dirname, '../../supabase/migrations')
const say = (line: string) => void process.stdout.write(`  ${line}\n`)

async function run(from: string | undefined): Promise<void> {
  if (!from) throw new ConfigError('Usage: npm run restore -- BACKUP_FOLDER')
  const config = parseConfig(process.env)
  if (config.hosted)
    throw new ConfigError('SUPABASE_URL: must not be set; a backup cannot be restored into a hosted project')
  const { madeAt, version } = await restoreSite({ config, from: resolve(from), migrationsDir, openPictures, say })
  process.stdout.write(`
  The site has been restored as it was at ${madeAt} (version ${version}).
  Start it with npm start. Emails and AutoTrader listings are held until an admin
  releases them on the System Status screen in the back office.

`)
}

await runCommand(() => run(process.argv[2]))
