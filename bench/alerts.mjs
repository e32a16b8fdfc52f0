// Measures a round of alerts: the prices of 200 vehicles come down, and every saved search and every alert about a vehicle
// is looked at. Needs a build. npm run bench -- alerts [--vehicles 100000] [--subscribers 100000] [--engines postgres]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { openCluster } from './lib/cluster.mjs'
import { fillAlerts, fillEmbedded, fillOurs, seedDemo } from './lib/fill.mjs'

const { openPglite } = await tsImport('../backend/src/db/open-pglite.ts', import.meta.url)
const { openPostgres } = await tsImport('../backend/src/db/postgres.ts', import.meta.url)
const { runAlertRound } = await tsImport('../backend/src/alerts/alert-round.ts', import.meta.url)

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '100000' },
    subscribers: { type: 'string', default: '100000' },
    engines: { type: 'string', default: 'postgres,pglite' },
  },
})
/** The embedded database is meant for a single dealership. */
const EMBEDDED_SHARE = 10
const CHANGED = 200

const vehicles = Number(values.vehicles)
const subscribers = Number(values.subscribers)
print('| | alerts | emails queued | whole round | statements | p50 / longest |\n|---|---:|---:|---:|---:|---:|')
if (values.engines.includes('postgres')) await onPostgres()
if (values.engines.includes('pglite')) await onPglite(vehicles / EMBEDDED_SHARE, subscribers / EMBEDDED_SHARE)

function print(line) {
  process.stdout.write(`${line}\n`)
}

async function onPostgres() {
  const cluster = await openCluster()
  try {
    await inFolder(async (dataDir) => {
      await cluster.create('alerts')
      const databaseUrl = cluster.urlOf('alerts')
      await seedDemo({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
      await cluster.session('alerts', async (run) => {
        await fillOurs(run, vehicles)
        await fillAlerts(run, subscribers, vehicles)
      })
      await measure(
        `PostgreSQL, ${vehicles} vehicles`,
        await openPostgres({ connectionString: databaseUrl }),
        subscribers,
      )
    })
  } finally {
    await cluster.close()
  }
}

async function onPglite(vehicles, subscribers) {
  await inFolder(async (dataDir) => {
    await seedDemo({ DATA_DIR: dataDir })
    await fillEmbedded(dataDir, vehicles, { subscribers })
    const db = await openPglite({ dataDir: join(dataDir, 'database'), sync: false })
    await measure(`PGlite, ${vehicles} vehicles`, db, subscribers)
  })
}

async function measure(name, db, subscribers) {
  try {
    await db.query(
      `update public.vehicles set price = price * 0.9 where id in (
        select id from public.vehicles where not sold and not hidden order by md5(id::text) limit $1)`,
      [CHANGED],
    )
    const times = []
    const timed = {
      query: async (...args) => {
        const started = performance.now()
        const result = await db.query(...args)
        times.push(performance.now() - started)
        return result
      },
    }
    const started = performance.now()
    await runAlertRound(timed, async () => {}, 0)
    const seconds = (performance.now() - started) / 1000
    const { rows } = await db.query(
      `select count(*)::int as emails from public.email_outbox where template = 'vehicle-alert'`,
    )
    times.sort((a, b) => a - b)
    const cells = [
      name,
      subscribers,
      rows[0].emails,
      `${seconds.toFixed(1)} s`,
      times.length,
      `${times[times.length >> 1].toFixed(1)} / ${times.at(-1).toFixed(0)} ms`,
    ]
    print(`| ${cells.join(' | ')} |`)
  } finally {
    await db.close()
  }
}

async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
