// npm run rotate-keys: a new signing key; tokens of the old one stay good until they expire. See docs/keys.md.
import { ConfigError, parseConfig } from '../config.ts'
import { rotateSigningKey } from '../rotate-keys.ts'

try {
  const config = parseConfig(process.env)
  if (config.hosted) throw new ConfigError('SUPABASE_URL: is set; change the keys in the hosted project')
  const kid = await rotateSigningKey(config.dataDir)
  process.stdout.write(`The new signing key is ${kid}. Restart the site to use it.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
