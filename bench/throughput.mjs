// Measures throughput and latency at any number of vehicles: npm run bench -- throughput [--sizes 1000,100000] [--parts
// list,mix]. Starts its own PostgreSQL and removes everything at the end. bench/README.md explains the rows.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensurePackages } from '../scripts/system-packages.mjs'
import { openCluster } from './lib/cluster.mjs'
import { fillEmbedded, fillOurs, seedDemo } from './lib/fill.mjs'
import { growthSvg } from './lib/growth-svg.mjs'
import { missingPrograms } from './lib/load.mjs'
import { measureList, measureMemory, measureMix, measurePages, measureStart } from './lib/measure.mjs'
import { measurePeers } from './lib/peers.mjs'
import { keepPlans } from './lib/plans.mjs'
import { Report } from './lib/report.mjs'
import { root } from './lib/site.mjs'

const PARTS = ['list', 'mix', 'pages', 'plans', 'start', 'memory', 'pglite', 'peers']
const options = readOptions(process.argv.slice(2))
const run = promisify(execFile)
const report = new Report()
const say = (line) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const cleanups = []

await ensurePackages(missingPrograms())
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => cleanUp().finally(() => process.exit(1)))
try {
  await onPostgres()
  if (wants('pglite')) for (const size of options.embeddedSizes) await onPglite(size)
  await printReport()
} finally {
  await cleanUp()
}

async function onPostgres() {
  const cluster = await openCluster()
  cleanups.push(() => cluster.close())
  const dataDir = await folder()
  await cluster.create('base')
  say('migrating and storing the demo pictures')
  await seedDemo({ DATA_DIR: dataDir, DATABASE_URL: cluster.urlOf('base') })
  for (const size of options.sizes) {
    const database = `vehicles_${size}`
    await cluster.create(database, 'base')
    say(`inserting ${size} vehicles`)
    await cluster.session(database, (query) => fillOurs(query, size))
    const at = { column: `${size.toLocaleString('en-GB')}`, size, engine: 'postgres' }
    const place = { cluster, databaseUrl: cluster.urlOf(database), dataDir, report, say, seconds: options.seconds }
    await measure(place, at, size === options.sizes[0])
    if (wants('plans') && size === options.sizes.at(-1)) report.plans = await keepPlans(place, database)
    if (wants('peers') && size === options.sizes[0]) await measurePeers(place, database, size)
    await cluster.drop(database)
  }
}

async function onPglite(size) {
  const dataDir = await folder()
  say(`PGlite: inserting ${size} vehicles`)
  await seedDemo({ DATA_DIR: dataDir })
  await fillEmbedded(dataDir, size)
  const at = { column: `PGlite ${size.toLocaleString('en-GB')}`, size, engine: 'pglite' }
  await measure({ dataDir, report, say, seconds: options.seconds }, at, size === options.embeddedSizes[0])
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(place, at, isFirst) {
  if (wants('start')) await measureStart(place, at)
  if (wants('list')) await measureList(place, at, isFirst)
  if (wants('mix')) await measureMix(place, at)
  if (wants('pages')) await measurePages(place, at, isFirst && at.engine === 'postgres')
  if (wants('memory') && isFirst) await measureMemory(place, at)
}

async function printReport() {
  const { stdout: commit } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).catch(() => ({
    stdout: '',
  }))
  const command = ['npm run bench -- throughput', ...process.argv.slice(2)].join(' ')
  process.stdout.write(
    `${report.toMarkdown({ command, commit: commit.trim(), cores: cpus().length, node: process.version, ...options })}\n`,
  )
  const svg = growthSvg(report)
  if (svg) await writeFile(join(root, 'bench/growth.svg'), svg)
}

async function folder() {
  const made = await mkdtemp(join(tmpdir(), 'forecourt-bench-'))
  cleanups.push(() => rm(made, { recursive: true, force: true }))
  return made
}

async function cleanUp() {
  for (const end of cleanups.splice(0).reverse()) await Promise.resolve(end()).catch((error) => say(String(error)))
}

function wants(part) {
  return options.parts.includes(part)
}

function readOptions(args) {
  const optionOf = (name, otherwise) => {
    const index = args.indexOf(`--${name}`)
    return index < 0 ? otherwise : (args[index + 1] ?? '')
  }
  const numbers = (name, otherwise) => optionOf(name, otherwise).split(',').filter(Boolean).map(Number)
  const parts = optionOf('parts', PARTS.join(',')).split(',')
  const unknown = parts.find((part) => !PARTS.includes(part))
  if (unknown) throw new Error(`Unknown part "${unknown}". Choose from ${PARTS.join(', ')}`)
  return {
    parts,
    sizes: numbers('sizes', '1000,100000,1000000'),
    embeddedSizes: numbers('embedded-sizes', '1000,10000'),
    seconds: Number(optionOf('seconds', '5')),
  }
}
