// Measures what waiting for the disk costs the embedded database: commits per second on one connection, and inserts
// through /rest/v1 by eight clients, alternately with and without the wait. npm run bench -- durability [--seconds 5]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { startSite } from './lib/site.mjs'

const { openPglite } = await tsImport('../backend/src/db/open-pglite.ts', import.meta.url)

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })
const SECONDS = Number(values.seconds)
const AT_ONCE = 8
const TURNS = 2
const KEY = 'sb_secret_bench'

const best = { commits: {}, writes: {} }
const note = (kind, sync, figure) => {
  best[kind][sync] = Math.max(best[kind][sync] ?? 0, figure)
}
for (let turn = 0; turn < TURNS; turn++) {
  for (const sync of [true, false]) {
    note('commits', sync, await inFolder((folder) => commitsASecond(join(folder, 'database'), sync)))
    note('writes', sync, await inFolder((folder) => writesASecond(join(folder, 'data'), sync)))
  }
}
const row = (name, { true: waited, false: unwaited }) =>
  `| ${name} | ${Math.round(waited)} | ${Math.round(unwaited)} | ${(waited / unwaited).toFixed(2)} |`
process.stdout.write(
  `${[
    '| per second | waiting for the disk | `SYNC_WRITES=0` | ratio |',
    '|---|---:|---:|---:|',
    row('commits, one connection', best.commits),
    row(`inserts through \`/rest/v1\`, ${AT_ONCE} at once`, best.writes),
  ].join('\n')}\n`,
)

async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How many times per second `work` completes with `atOnce` copies running in parallel. */
async function rate(atOnce, work) {
  const end = performance.now() + SECONDS * 1000
  let done = 0
  const one = async () => {
    for (; performance.now() < end; done++) await work(done)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return done / SECONDS
}

async function commitsASecond(dataDir, sync) {
  const db = await openPglite({ dataDir, sync })
  try {
    await db.query('create table lines (line text)')
    return await rate(1, () => db.query(`insert into lines values (repeat('x', 100))`))
  } finally {
    await db.close()
  }
}

async function writesASecond(dataDir, sync) {
  const env = { SYNC_WRITES: sync ? '1' : '0', DEMO_STOCK: '0', TRUST_PROXY: '1', SUPABASE_SERVICE_ROLE_KEY: KEY }
  const site = await startSite({ dataDir, env })
  try {
    return await rate(AT_ONCE, async (n) => {
      const response = await fetch(`${site.url}/rest/v1/contact_messages`, {
        method: 'POST',
        headers: {
          apikey: KEY,
          authorization: `Bearer ${KEY}`,
          'content-type': 'application/json',
          // Each request comes from a different network, because the site limits each network.
          'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
        },
        body: JSON.stringify({ name: 'A', email: 'a@example.com', message: `Message ${n}` }),
      })
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
    })
  } finally {
    await site.stop()
  }
}
