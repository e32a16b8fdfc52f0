// A real, temporary S3 server: Ceph's gateway on a single-node cluster that stores objects in memory. It takes about twenty
// seconds to start, so only `npm run test:long` uses it.

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Settings } from '../src/config/config.ts'
import { testDirectory } from './engines.ts'
import { onceText } from './once.ts'

const KEYS = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' }
const START_MS = 90_000

/** A new bucket on this run's cluster, which the first call starts. */
export async function emptyBucket(): Promise<{ settings: S3Settings; remove(): Promise<void> }> {
  const directory = join(testDirectory(), 'ceph')
  const endpoint = await onceText(join(testDirectory(), 'ceph-address'), () => startCeph(directory))
  const settings: S3Settings = { endpoint, bucket: `test-${randomUUID()}`, region: 'us-east-1', ...KEYS }
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({ endpoint, region: settings.region, credentials: KEYS, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  client.destroy()
  // Removed with the cluster.
  return { settings, remove: async () => {} }
}

async function startCeph(directory: string): Promise<string> {
  const [mon, gateway] = [await freePort(), await freePort()]
  for (const folder of ['', 'mon', 'mgr', 'osd', 'run', 'gateway']) mkdirSync(join(directory, folder))
  const fsid = randomUUID()
  writeFileSync(join(directory, 'ceph.conf'), configuration(directory, fsid, mon, gateway))
  const run = (program: string, ...args: string[]) => {
    // On a busy machine a daemon may not be ready for the next command.
    try {
      runCeph(directory, program, args)
    } catch {
      spawnSync('sleep', ['2'])
      runCeph(directory, program, args)
    }
  }
  const keyring = join(directory, 'keyring')
  run('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
  run('monmaptool', '--create', '--addv', 'a', `[v1:127.0.0.1:${mon}]`, '--fsid', fsid, join(directory, 'monmap'))
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', join(directory, 'monmap'), '--keyring', keyring)
  run('ceph-mon', '-i', 'a')
  const osd = randomUUID()
  run('ceph', 'osd', 'new', osd)
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  run('ceph', 'osd', 'crush', 'add-bucket', 'here', 'host')
  run('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=here')
  run('ceph-osd', '-i', '0')
  const keys = ['--access-key', KEYS.accessKeyId, '--secret', KEYS.secretAccessKey]
  run('radosgw-admin', 'user', 'create', '--uid', 'test', '--display-name', 'test', ...keys)
  run('radosgw', '-n', 'client.gateway')
  const address = `http://127.0.0.1:${gateway}`
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(100)) {
    if (await fetch(address).catch(() => null)) return address
  }
  throw new Error('Ceph did not start')
}

/** Stops the cluster of this run only. */
export function stopCeph(testDirectory: string): void {
  const folder = join(testDirectory, 'ceph/run')
  if (!existsSync(folder)) return
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.pid'))) {
    try {
      process.kill(Number(readFileSync(join(folder, file), 'utf8')), 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }
}

function runCeph(directory: string, program: string, args: string[]): void {
  // Log to a file: daemons inherit the output, and a pipe would stay open for as long as they run.
  const file = join(directory, 'starts.log')
  const log = openSync(file, 'w')
  const { status, error } = spawnSync(program, args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, CEPH_CONF: join(directory, 'ceph.conf') },
    timeout: START_MS,
  })
  closeSync(log)
  if (!error && status === 0) return
  const output = error?.message ?? readFileSync(file, 'utf8').slice(-1000)
  throw new Error(`${program} ${args.join(' ')} failed with ${status}: ${output}`)
}

const configuration = (directory: string, fsid: string, mon: number, gateway: number) => `[global]
fsid = ${fsid}
mon host = [v1:127.0.0.1:${mon}]
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr2 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
run dir = ${directory}/run
pid file = ${directory}/run/$name.pid
admin socket = ${directory}/run/$name.asok
log file = ${directory}/$name.log
crash dir = ${directory}/run
keyring = ${directory}/keyring
mon data = ${directory}/mon
mgr data = ${directory}/mgr
osd data = ${directory}/osd
rgw data = ${directory}/gateway
mon data avail crit = 1
mon allow pool size one = true
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw enable apis = s3
`

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  const address = listener.address()
  await new Promise((resolve) => listener.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
