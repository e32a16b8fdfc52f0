// A child process for the folder lock tests: opens an embedded database, reports that it is open, and writes until a write fails.
// With OTHER_NAMESPACE it claims to be in another container.

import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../src/db/embedded.ts'
import { describeProcess } from '../src/db/process-identity.ts'

const [, , dataDir = '', snapshot] = process.argv
const say = (message: Record<string, unknown>) => void process.stdout.write(`${JSON.stringify(message)}\n`)

const self = describeProcess(process.pid)
const pidNamespace = process.env.OTHER_NAMESPACE ?? self.pidNamespace
const lock = { self: { ...self, pidNamespace }, beatMs: 100, doubtMs: 300, onLost: (lost: string) => say({ lost }) }
const db = await openEmbedded({ dataDir, snapshot, lock })
say({ opened: self.pidNamespace, pid: process.pid })

for (;;) {
  try {
    await db.query('create table if not exists written ()')
  } catch (error) {
    say({ refused: String(error) })
    break
  }
  await sleep(20)
}
await db.close()
say({ closed: true })
