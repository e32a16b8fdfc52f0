// A temporary PostgreSQL server on loopback that can be stopped and restarted, and that can have a standby.
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface Postgres {
  url: string
  port: number
  start(): void
  stop(mode?: 'fast' | 'immediate'): void
  /** Runs a statement as the owner. */
  administer(sql: string): void
  remove(): void
}

export interface Standby extends Postgres {
  /** Promotes the standby to primary. */
  promote(): void
}

/** Null if PostgreSQL is not installed. */
export async function createPostgres(): Promise<Postgres | null> {
  const binaries = findBinaries()
  if (!binaries) return null
  const cluster = await prepareCluster(binaries)
  const { data, run } = cluster
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  cluster.start()
  return cluster
}

/** Creates a synchronous standby. From then on, both servers have every commit that the primary acknowledges. */
export async function createStandby(primary: Postgres): Promise<Standby> {
  const cluster = await prepareCluster(findBinaries() as string)
  const { data, run } = cluster
  run('pg_basebackup', ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '-d', primary.url])
  cluster.start()
  primary.administer(`alter system set synchronous_standby_names = '*'`)
  primary.administer('select pg_reload_conf()')
  return {
    ...cluster,
    promote() {
      // The new primary has no standby to wait for.
      cluster.administer(`alter system set synchronous_standby_names = ''`)
      cluster.administer('select pg_reload_conf()')
      run('pg_ctl', ['-D', data, '-w', '-s', 'promote'])
    },
  }
}

async function prepareCluster(binaries: string) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-attacks-pg-'))
  const data = join(folder, 'd')
  const port = await freePort()
  const owner = clusterOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const run = (program: string, args: string[]) => {
    const { status } = spawnSync(join(binaries, program), args, { stdio: 'ignore', cwd: '/', ...owner })
    if (status !== 0) throw new Error(`${program} exited with ${status}`)
  }
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c fsync=off -c unix_socket_directories='${folder}'`
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const cluster = {
    url,
    port,
    data,
    run,
    start: () => run('pg_ctl', ['-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', options, 'start']),
    stop: (mode: 'fast' | 'immediate' = 'immediate') => run('pg_ctl', ['-D', data, '-m', mode, '-s', 'stop']),
    administer: (sql: string) => run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', sql]),
    remove: () => {
      if (existsSync(join(data, 'postmaster.pid'))) cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

/** PostgreSQL refuses to run as root; its package creates this user. */
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
