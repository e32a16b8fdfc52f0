// Gives every test process one scratch folder. What costs seconds (a PostgreSQL cluster, a migrated embedded database, the
// servers for backend/wire) is made by the first test that asks, see engines.ts and wire-targets.ts; here it is only taken
// away again.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopCluster } from './postgres-cluster.ts'
import { offerTargets } from './wire-targets.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'fc-'))
  process.env.FORECOURT_TEST_DIR = directory
  const targets = await offerTargets(directory)
  process.env.WIRE_TARGETS = targets.url
  return async () => {
    await targets.stop()
    stopCluster(directory)
    rmSync(directory, { recursive: true, force: true })
  }
}
