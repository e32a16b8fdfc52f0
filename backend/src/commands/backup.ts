// npm run backup -- [folder]: backs up the site, whether or not it is running. See docs/backup.md.
import { resolve } from 'node:path'
import { backUpByCommand, defaultBackupDir, pruneAfter } from '../backup/back-up-site.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { runCommand } from '../run-command.ts'
import { openPictures } from '../storage/drivers/open-pictures.ts'

const say = (line: string) => void process.stdout.write(`  ${line}\n`)

async function run(given: string | undefined): Promise<void> {
  const config = parseConfig(process.env)
  if (config.hosted) throw new ConfigError('SUPABASE_URL: must not be set; a hosted project has its own backups')
  const directory = given ? resolve(given) : (config.backupDir ?? defaultBackupDir(config.dataDir))
  const made = await backUpByCommand({ config, driver: openPictures(config), directory, say })
  const { pictures, tables } = made.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`${rows} rows, ${pictures.count} pictures, ${Math.ceil(made.bytes / 1024)} KiB`)
  if (pictures.missing > 0)
    say(`${pictures.missing} pictures are missing. The database lists them, but their files were not found.`)
  for (const name of await pruneAfter(made, directory)) say(`Removed an old backup: ${name}`)
  process.stdout.write(`\n  ${made.folder}\n\n`)
  if (!given && !config.backupDir)
    say('This backup is on the same machine as the site. Copy it to another machine, or set BACKUP_DIR.')
}

await runCommand(() => run(process.argv[2]))
