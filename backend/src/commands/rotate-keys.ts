// npm run rotate-keys: creates a new signing key. Tokens signed with the old key stay valid until they expire. See
// docs/keys.md.
import { type Config, ConfigError, parseConfig } from '../config/config.ts'
import { openDatabase } from '../db/open.ts'
import { changeSealedKeys } from '../keys/keys-database.ts'
import { rotateSealedSigningKey, rotateSigningKey } from '../keys/rotate-keys.ts'
import { runCommand } from '../run-command.ts'

async function run(config: Config): Promise<string> {
  if (config.hosted) throw new ConfigError('SUPABASE_URL: must not be set; change the keys in the hosted project')
  if (config.keysSecret) return rotateInDatabase(config, config.keysSecret)
  const kid = await rotateSigningKey(config.dataDir)
  return `The new signing key is ${kid}. Restart the site to use it (if it has several WORKERS, send it SIGHUP instead).`
}

async function rotateInDatabase(config: Config, keysSecret: string): Promise<string> {
  const { databaseUrl, databaseDirectUrl, previousKeysSecret, dataDir } = config
  const address = databaseDirectUrl ?? databaseUrl ?? undefined
  const db = await openDatabase({ databaseUrl: address, dataDir, maxConnections: 2 })
  try {
    if (previousKeysSecret) {
      await changeSealedKeys(db, { secret: previousKeysSecret, next: keysSecret }, (keys) => keys)
      return 'The keys are now encrypted with the new KEYS_SECRET. Restart every process with the new secret, and remove KEYS_SECRET_PREVIOUS.'
    }
    const kid = await rotateSealedSigningKey(db, keysSecret)
    return `The new signing key is ${kid}. All running processes use it from now on.`
  } finally {
    await db.close()
  }
}

await runCommand(async () => void process.stdout.write(`${await run(parseConfig(process.env))}\n`))
