// The operator's settings for npm start and the other commands: the environment, then the file .env.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root } from './lib.mjs'

const LAST_FOLDER = join(root, 'node_modules', '.cache', 'forecourt-data-folder')

/** Adds the settings in .env to the environment, which takes precedence. */
export function loadSettings(file = join(root, '.env')) {
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Called by npm start, so that commands find a site whose folder was set only for that one command. */
export function noteDataFolder(env) {
  mkdirSync(dirname(LAST_FOLDER), { recursive: true })
  writeFileSync(LAST_FOLDER, resolve(root, env.DATA_DIR || 'data'))
}

/** The folder of the site that npm start ran last, if the settings name no folder and the default has no site. */
export function findDataFolder(env, { base = root, lastFolder = LAST_FOLDER } = {}) {
  const hasSite = (folder) => existsSync(join(folder, 'database'))
  if (env.DATA_DIR || env.DATABASE_URL || env.SUPABASE_URL || hasSite(join(base, 'data'))) return null
  const last = existsSync(lastFolder) ? readFileSync(lastFolder, 'utf8') : ''
  return last && hasSite(last) ? last : null
}
