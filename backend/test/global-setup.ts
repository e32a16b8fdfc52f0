// Gives every test process one scratch folder. What costs seconds (a PostgreSQL cluster, a migrated embedded database)
// is made in it by the first test that asks, see engines.ts; here it is only taken away again.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopCluster } from './postgres-cluster.ts'

export default function setup(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'fc-'))
  process.env.FORECOURT_TEST_DIR = directory
  return () => {
    stopCluster(directory)
    rmSync(directory, { recursive: true, force: true })
  }
}
