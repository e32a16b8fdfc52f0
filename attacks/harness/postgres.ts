// A throw-away PostgreSQL on loopback that can be taken away and brought back.
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface Postgres {
  url: string
  start(): void
  stop(): void
  remove(): void
}

/** None where no server is installed. */
export async function createPostgres(): Promise<Postgres | null> {
  const binaries = findBinaries()
  if (!binaries) return null
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-attacks-pg-'))
  const data = join(folder, 'd')
  const port = await freePort()
  const owner = clusterOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const run = (program: string, args: string[]) => {
    const { status } = spawnSync(join(binaries, program), args, { stdio: 'ignore', cwd: '/', ...owner })
    if (status !== 0) throw new Error(`${program} failed with ${status}`)
  }
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c fsync=off -c unix_socket_directories='${folder}'`
  const postgres: Postgres = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () => run('pg_ctl', ['-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', options, 'start']),
    stop: () => run('pg_ctl', ['-D', data, '-m', 'immediate', '-s', 'stop']),
    remove: () => {
      if (existsSync(join(data, 'postmaster.pid'))) postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  postgres.start()
  return postgres
}

/** The server refuses to run as root; its package made a user for it. */
function clusterOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function findBinaries(): string | undefined {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(base, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}
