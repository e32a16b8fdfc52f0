// Gives every test process one scratch folder. What costs seconds (a PostgreSQL cluster, a migrated embedded database, the
// servers for backend/wire) is made by the first test that asks, see engines.ts and wire-targets.ts; here it is only taken
// away again.

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
  // Vitest leaves without a word when it is interrupted; the servers would stay.
  const leave = () => void clear().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.once(signal, leave)
  return async () => {
    for (const signal of SIGNALS) process.off(signal, leave)
    await clear()
  }
}
