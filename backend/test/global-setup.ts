// Creates one temporary folder for all test processes. Anything slow (a PostgreSQL cluster, a migrated embedded
// database, the servers for backend/wire) is started by the first test that needs it (see engines.ts and
// wire-targets.ts) and stopped here.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopCeph } from './ceph.ts'
import { stopPooler } from './pgbouncer.ts'
import { stopCluster } from './postgres-cluster.ts'
import { offerTargets } from './wire-targets.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export default async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'fc-'))
  process.env.FORECOURT_TEST_DIR = directory
  const targets = await offerTargets(directory)
  process.env.WIRE_TARGETS = targets.url
  const clear = async () => {
    await targets.stop()
    stopCeph(directory)
    stopPooler(directory)
    stopCluster(directory)
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  // Vitest skips the teardown when it is interrupted, and without this the servers would keep running.
  const leave = () => void clear().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.once(signal, leave)
  return async () => {
    for (const signal of SIGNALS) process.off(signal, leave)
    await clear()
  }
}
