// A temporary PgBouncer in transaction mode in front of the temporary PostgreSQL, with so few connections that callers always
// share them.

import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asClusterOwner } from './postgres-cluster.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) =>
  existsSync(path),
)

export const hasPooler = PROGRAM !== undefined

/** Per database and user: few enough that some statements have to wait. */
const CONNECTIONS = 3
/** The same port as PostgreSQL, so that only the socket folder in the address differs. */
const PORT = 5432

/** Returns the folder of the socket. */
export async function startPooler(
  directory: string,
  postgresSocket: string,
  extra: readonly string[] = [],
): Promise<string> {
  const folder = join(directory, 'b')
  mkdirSync(folder)
  const owner = asClusterOwner()
  const { uid, gid } = owner
  if (uid !== undefined && gid !== undefined) for (const each of [directory, folder]) chownSync(each, uid, gid)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${postgresSocket} user=postgres`,
      '[pgbouncer]',
      'listen_addr =',
      `listen_port = ${PORT}`,
      `unix_socket_dir = ${folder}`,
      `pidfile = ${join(folder, 'pid')}`,
      `logfile = ${join(folder, 'log')}`,
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${CONNECTIONS}`,
      'max_client_conn = 500',
      ...extra,
    ].join('\n'),
  )
  const { status, stderr } = spawnSync(PROGRAM ?? 'pgbouncer', ['-q', '-d', settings], { ...owner, encoding: 'utf8' })
  if (status !== 0) throw new Error(`pgbouncer failed: ${stderr}`)
  // PgBouncer daemonises before it listens.
  for (let i = 0; !existsSync(join(folder, `.s.PGSQL.${PORT}`)); i++) {
    if (i > 200) throw new Error(`pgbouncer does not listen: ${readFileSync(join(folder, 'log'), 'utf8')}`)
    await pause(50)
  }
  return folder
}

export function stopPooler(directory: string): void {
  const file = join(directory, 'b', 'pid')
  if (existsSync(file)) process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
}
