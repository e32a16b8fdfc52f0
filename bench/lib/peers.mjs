// Other servers that return the same list from the same rows, each installed in a folder outside the project. If a
// server cannot be installed or started, the table gives the reason.
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fillPlain, OPEN_TO_READ } from './fill.mjs'
import { load } from './load.mjs'
import { answerOf } from './references.mjs'
import { partsPath } from './requests.mjs'
import { freePort, startProcess } from './site.mjs'

const LITE = ['@supabase/lite@0.10.0', 'postgres@3']
const DIRECTUS = ['directus@11.3.5']
const INSTALL_MINUTES = 8
const run = promisify(execFile)

export async function measurePeers(place, ours, size) {
  const { cluster } = place
  const { rows } = await cluster.query(ours)('select distinct image_url from public.vehicle_images order by 1')
  const pictures = rows.map(({ image_url }) => image_url)
  const fill = (database) => cluster.session(database, (query) => fillPlain(query, size, pictures))

  await inFolder(LITE, place, ['@supabase/lite on PostgreSQL', '@supabase/lite on PGlite'], async (folder, attempt) => {
    await copyFile(join(import.meta.dirname, 'servers/lite.mjs'), join(folder, 'lite.mjs'))
    await attempt('@supabase/lite on PostgreSQL', async () => {
      await cluster.create('lite')
      await fill('lite')
      await cluster.session('lite', async (query) => {
        for (const statement of OPEN_TO_READ) await query(statement)
      })
      return measureLite(folder, ['postgres', cluster.urlOf('lite')], place)
    })
    await attempt('@supabase/lite on PGlite', async () => {
      const data = join(folder, 'pglite')
      const { PGlite } = await import(join(folder, 'node_modules/@electric-sql/pglite/dist/index.js'))
      const db = await PGlite.create(data)
      await fillPlain((text) => db.query(text), size, pictures)
      for (const role of ['anon', 'authenticated', 'service_role']) await db.query(`create role ${role}`)
      for (const statement of OPEN_TO_READ) await db.query(statement)
      await db.close()
      return measureLite(folder, ['pglite', data], place)
    })
  })

  await inFolder(DIRECTUS, place, ['Directus'], async (folder, attempt) => {
    await attempt('Directus', async () => {
      await cluster.create('directus')
      await fill('directus')
      return measureDirectus(folder, place)
    })
  })
  for (const name of ['lite', 'directus']) await cluster.drop(name)
}

/** Installs packages into a new folder and runs `work` there; failures are added to the report. */
async function inFolder(names, { report, say }, attempts, work) {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-peer-'))
  const attempt = async (title, measure) => {
    try {
      const figures = await measure()
      say(`${title}: ${figures.perSecond.toFixed(1)}/s${figures.errors ? `, ${figures.errors} errors` : ''}`)
      report.addPeer(title, { figures })
    } catch (error) {
      say(`${title}: ${error.message}`)
      report.addPeer(title, { error: error.message.split('\n')[0].slice(0, 200) })
    }
  }
  try {
    say(`installing ${names[0]}`)
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    // Skips install scripts, because Directus would spend minutes compiling.
    await run('npm', ['install', ...names, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      timeout: INSTALL_MINUTES * 60_000,
      maxBuffer: 64 * 1024 * 1024,
    })
    await work(folder, attempt)
  } catch (error) {
    for (const title of attempts)
      await attempt(title, () => Promise.reject(new Error(`could not install ${names[0]}: ${error.message}`)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureLite(folder, args, { seconds }) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const request = { path: partsPath(), headers: { Prefer: 'count=exact' } }
  const server = await startProcess([join(folder, 'lite.mjs'), String(port), ...args], {
    url,
    ready: '/rest/v1/vehicles?select=id&limit=1',
    cwd: folder,
    env: { NODE_ENV: 'production', SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  })
  try {
    mustHaveTwenty(JSON.parse(String((await answerOf(url, request)).body)))
    return await load(url, [request], { seconds })
  } finally {
    await server.stop()
  }
}

function mustHaveTwenty(rows) {
  const parts = rows[0] && [rows[0].vehicle_images, rows[0].vehicle_features, rows[0].vehicle_specifications]
  if (rows.length !== 20 || !parts.every((part) => part?.length >= 5))
    throw new Error('The server does not return the same list')
}

const ADMIN = { email: 'admin@bench.example.com', password: 'bench-admin-password' }

async function measureDirectus(folder, { cluster, seconds }) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    SECRET: 'bench',
    DB_CLIENT: 'pg',
    DB_HOST: '127.0.0.1',
    DB_PORT: String(cluster.port),
    DB_USER: 'postgres',
    DB_PASSWORD: 'none',
    DB_DATABASE: 'directus',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
  }
  const cli = join(folder, 'node_modules/directus/cli.js')
  // The install script for this package was skipped. Only Directus flows need it, and there are none.
  await writeFile(join(folder, 'node_modules/isolated-vm/isolated-vm.js'), 'module.exports = {}')
  await run(process.execPath, [cli, 'bootstrap'], { cwd: folder, env: { PATH: process.env.PATH, ...env } })
  for (const statement of DESCRIBE_LISTS) await cluster.query('directus')(statement)
  const server = await startProcess([cli, 'start'], { url, ready: '/server/ping', cwd: folder, env })
  try {
    const token = await signIn(url)
    const fields = ['*', 'vehicle_images.*', 'vehicle_features.*', 'vehicle_specifications.*'].join(',')
    const filter = JSON.stringify({
      _and: [
        { _or: [{ sold: { _eq: false } }, { sold_expiry_date: { _gte: '$NOW' } }] },
        { vehicle_images: { _some: { id: { _nnull: true } } } },
      ],
    })
    const query = new URLSearchParams({ limit: '20', sort: '-created_at', fields, filter, meta: 'filter_count' })
    const request = { path: `/items/vehicles?${query}`, headers: { Authorization: `Bearer ${token}` } }
    mustHaveTwenty(JSON.parse(String((await answerOf(url, request)).body)).data)
    return await load(url, [request], { seconds })
  } finally {
    await server.stop()
  }
}

/** Directus recognises existing tables and their keys, but one-to-many relations must be declared. */
const DESCRIBE_LISTS = [
  `insert into directus_collections (collection) select unnest(array['vehicles', 'vehicle_images', 'vehicle_features',
    'vehicle_specifications'])`,
  `insert into directus_fields (collection, field, special) select 'vehicles', name, 'o2m' from unnest(array['vehicle_images',
    'vehicle_features', 'vehicle_specifications']) as list (name)`,
  `insert into directus_relations (many_collection, many_field, one_collection, one_field)
    select name, 'vehicle_id', 'vehicles', name from unnest(array['vehicle_images', 'vehicle_features',
    'vehicle_specifications']) as list (name)`,
]

async function signIn(url) {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { data } = await response.json()
  if (!data) throw new Error('The Directus admin could not sign in')
  return data.access_token
}
