// npm run seed -- N: adds N synthetic vehicles to the configured database. An embedded database belongs to one process at
// a time, so the site must not be running.

import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseConfig } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { seedSynthetic } from '../demo/seed-synthetic.ts'
import { createLogger } from '../http/observability/log.ts'
import { loadKeys } from '../keys/keys.ts'
import { runCommand } from '../run-command.ts'
import { createBackend } from '../services.ts'

const MAX_VEHICLES = 1_000_000

// This file runs from backend/dist.
const supabase = resolve(dirname(fileURLToPath(import.meta.url)), '../../supabase')
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function seed(count: number): Promise<void> {
  const config = parseConfig(process.env)
  if (config.hosted)
    throw new Error('SUPABASE_URL: must not be set; synthetic vehicles cannot be added to a hosted project')
  const db = await openDatabase({
    databaseUrl: config.databaseDirectUrl ?? config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
  })
  try {
    await migrate(db, { directory: join(supabase, 'migrations') })
    const keys = await loadKeys(config, db)
    const { storePicture } = createBackend({ config, db, keys, log: createLogger('warn') })
    const picturesFolder = join(supabase, 'demo/pictures')
    const added = await seedSynthetic({ db, storePicture, picturesFolder, say }, count)
    say(`${added} vehicles added. ${count - added} were already there.`)
  } finally {
    await db.close()
  }
}

const count = Number(process.argv[2])
if (!Number.isInteger(count) || count < 1 || count > MAX_VEHICLES) {
  process.stderr.write(`Usage: npm run seed -- 1000 (the number of vehicles, 1 to ${MAX_VEHICLES})\n`)
  process.exit(1)
}
await runCommand(() => seed(count))
