// npm run create-admin -- EMAIL: creates an admin account, or makes an existing account an admin with a new password. The
// embedded database belongs to one process, so if the site is running, the command goes through the site.

import { resolve } from 'node:path'
import { createAdminThroughServer } from '../auth/create-admin-through-server.ts'
import { createAdmin } from '../auth/first-admin.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { FolderLocked } from '../db/folder-lock.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { loadKeys } from '../keys/keys.ts'
import { findRunningSite } from '../lib/running-site.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { runCommand } from '../run-command.ts'

// This file runs from backend/dist, one level deeper than the repository's folders.
const migrationsDir = resolve(import.meta.dirname, '../../supabase/migrations')

async function run(email: string | undefined): Promise<string> {
  if (!email) throw new ConfigError('Usage: npm run create-admin -- someone@example.com')
  const config = parseConfig(process.env)
  if (config.hosted) throw new ConfigError('SUPABASE_URL: must not be set; create the account in the hosted project')
  const made = await createInDatabase(config, email).catch(async (error: unknown) => {
    if (!(error instanceof FolderLocked)) throw error
    const { secretKey } = await loadKeys(config)
    return createAdminThroughServer({ url: findRunningSite(config.dataDir, config), secretKey, email })
  })
  const what = made.isNew ? 'Admin account created' : 'This is now an admin account and has a new password'
  return `\n  ${what}\n\n  Email     ${email}\n  Password  ${made.password}   (shown only once)\n\n`
}

async function createInDatabase(config: ReturnType<typeof parseConfig>, email: string) {
  const db = await openDatabase({
    databaseUrl: config.databaseDirectUrl ?? config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
  })
  try {
    await migrate(db, { directory: migrationsDir })
    return await createAdmin({ db, email, password: null, queueMail })
  } finally {
    await db.close()
  }
}

await runCommand(async () => void process.stdout.write(await run(process.argv[2])))
