// npm run seed -- N: adds N synthetic vehicles to the configured database. An embedded database belongs to one process at
// a time, so if the site is running, the command goes through the site.

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, parseConfig } from '../config/config.ts'
import { FolderLocked } from '../db/folder-lock.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { seedThroughSite } from '../demo/seed-routes.ts'
import { MAX_SYNTHETIC_VEHICLES, seedSynthetic } from '../demo/seed-synthetic.ts'
import { createLogger } from '../http/observability/log.ts'
import { loadKeys } from '../keys/keys.ts'
import { findRunningSite } from '../lib/running-site.ts'
import { runCommand } from '../run-command.ts'
import { createBackend } from '../services.ts'

// This file runs from backend/dist.
const supabase = resolve(dirname(fileURLToPath(import.meta.url)), '../../supabase')
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function seed(count: number): Promise<void> {
  const config = parseConfig(process.env)
  if (config.hosted)
    throw new ConfigError('SUPABASE_URL: must not be set; synthetic vehicles cannot be added to a hosted project')
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database')))
    say(`There is no site in ${config.dataDir} yet, so a new one is created there.`)
  const added = await seedDatabase(config, count).catch(async (error: unknown) => {
    if (!(error instanceof FolderLocked)) throw error
    const url = findRunningSite(config.dataDir, config)
    say(`The site is running, so it adds the vehicles itself (${url}).`)
    const { hmacSecret } = await loadKeys(config)
    return seedThroughSite({ url, hmacSecret, count, say })
  })
  say(`${added} vehicles added. ${count - added} were already there.`)
}

async function seedDatabase(config: Config, count: number): Promise<number> {
  const db = await openDatabase({
    databaseUrl: config.databaseDirectUrl ?? config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
  })
  try {
    await migrate(db, { directory: join(supabase, 'migrations') })
    const keys = await loadKeys(config, db)
    const { storePicture } = createBackend({ config, db, keys, log: createLogger('warn') })
    const picturesFolder = join(supabase, 'demo/pictures')
    return await seedSynthetic({ db, storePicture, picturesFolder, say }, count)
  } finally {
    await db.close()
  }
}

const count = Number(process.argv[2])
if (!Number.isInteger(count) || count < 1 || count > MAX_SYNTHETIC_VEHICLES) {
  process.stderr.write(`Usage: npm run seed -- 1000 (the number of vehicles, 1 to ${MAX_SYNTHETIC_VEHICLES})\n`)
  process.exit(1)
}
await runCommand(() => seed(count))
