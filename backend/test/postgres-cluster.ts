// A temporary PostgreSQL without a network or fsync, which is removed with its folder.

import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const SETTINGS = [
  "listen_addresses=''",
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=200',
  'shared_buffers=64MB',
]

/** Starts the cluster in `directory` and returns the folder that contains its socket. Later settings override earlier ones. */
export function startCluster(directory: string, settings: readonly string[] = []): string {
  const socket = join(directory, 's')
  mkdirSync(socket)
  const owner = clusterOwner()
  if (owner) {
    for (const folder of [directory, socket]) chownSync(folder, owner.uid, owner.gid)
  }
  const data = dataFolder(directory)
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  const options = [...SETTINGS, ...settings, `unix_socket_directories='${socket}'`]
    .map((setting) => `-c ${setting}`)
    .join(' ')
  run('pg_ctl', ['-D', data, '-w', '-s', '-l', join(socket, 'log'), '-o', options, 'start'])
  return socket
}

/** The PostgreSQL packages on npm do not include pg_basebackup. */
export const canCopyClusters = (): boolean => existsSync(join(findBinaries(), 'pg_basebackup'))

/** Starts a streaming standby of the cluster at `primarySocket` in `directory` and returns the folder that contains its socket. */
export function startStandby(directory: string, primarySocket: string): string {
  const socket = join(directory, 's')
  const data = dataFolder(directory)
  if (!existsSync(socket)) {
    mkdirSync(socket)
    const owner = clusterOwner()
    if (owner) for (const folder of [directory, socket]) chownSync(folder, owner.uid, owner.gid)
    const from = ['-h', primarySocket, '-U', 'postgres']
    run('pg_basebackup', [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
  }
  const options = [...SETTINGS, `unix_socket_directories='${socket}'`].map((setting) => `-c ${setting}`).join(' ')
  run('pg_ctl', ['-D', data, '-w', '-s', '-l', join(socket, 'log'), '-o', options, 'start'])
  return socket
}

export function stopCluster(directory: string): void {
  if (!existsSync(join(dataFolder(directory), 'postmaster.pid'))) return
  run('pg_ctl', ['-D', dataFolder(directory), '-m', 'immediate', '-s', 'stop'])
}

const dataFolder = (directory: string) => join(directory, 'd')

/** Options for server programs, which refuse to run as root. */
export const asClusterOwner = (): { uid?: number; gid?: number } => clusterOwner() ?? {}

function run(program: string, args: string[]): void {
  const owner = clusterOwner()
  const options: SpawnSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...(owner ?? {}) }
  // The server inherits pg_ctl's output: a pipe would keep spawnSync waiting for as long as the server runs.
  if (program === 'pg_ctl') options.stdio = 'ignore'
  const { status, stderr, error } = spawnSync(join(findBinaries(), program), args, options)
  if (error || status !== 0) {
    throw new Error(`${program} failed: ${error?.message ?? (stderr ? String(stderr) : `exit code ${status}`)}`)
  }
}

/** The server refuses to run as root; the distribution's package creates a user for it. */
function clusterOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function findBinaries(): string {
  const candidates = [process.env.TEST_POSTGRES_BIN, ...debianFolders(), pgConfigFolder()]
  const found = candidates.find((folder) => folder && existsSync(join(folder, 'initdb')))
  if (!found) throw new Error('PostgreSQL is not installed: the tests need its server programs (initdb, pg_ctl)')
  return found
}

function debianFolders(): string[] {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return []
  const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(base, version, 'bin'))
}

function pgConfigFolder(): string {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  return stdout?.trim() ?? ''
}
