// The commands find a running site whose port they were not told, and say what is missing if there is none.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backUpByCommand } from '../src/backup/back-up-site.ts'
import { type Config, parseConfig } from '../src/config/config.ts'
import { createSeedRoutes, seedThroughSite } from '../src/demo/seed-routes.ts'
import { loadKeys } from '../src/keys/keys.ts'
import { findRunningSite } from '../src/lib/running-site.ts'
import { failureInWords } from '../src/run-command.ts'
import { type RunningServer, startServer } from '../src/server.ts'
import { openPictures } from '../src/storage/drivers/open-pictures.ts'
import { fillEmbedded, migrationsDirectory, openFromTemplate } from './engines.ts'

let folder: string
let config: Config
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-commands-'))
  const dataDir = join(folder, 'site')
  await fillEmbedded(join(dataDir, 'database'))
  const env = { DATA_DIR: dataDir, DEMO_STOCK: '0', LOG_LEVEL: 'silent', ADMIN_PASSWORD: 'a-long-password' }
  server = await startServer({
    config: parseConfig({ ...env, PORT: '0' }),
    site: null,
    migrationsDir: migrationsDirectory,
  })
  // A command without settings of its own expects the site on the usual port.
  config = parseConfig(env)
}, 120_000)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('npm run seed adds vehicles through the running site, and adds none twice', async () => {
  const db = await openFromTemplate()
  const storePicture = async () => '/storage/v1/object/public/vehicle-images/a.webp'
  const picturesFolder = join(migrationsDirectory, '../demo/pictures')
  const routes = new Hono().route('/seed/v1', createSeedRoutes({ db, storePicture, picturesFolder }, 'secret'))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => routes.request(new URL(url).pathname, init))
  const said: string[] = []
  const seed = (count: number) =>
    seedThroughSite({ url: 'http://x', hmacSecret: 'secret', count, say: (line) => said.push(line) })

  expect(await seed(3)).toBe(3)
  expect(await seed(4)).toBe(1)
  expect(said).toContain('  3 of 3 vehicles')
  vi.unstubAllGlobals()
  await db.close()
}, 120_000)

test('the route for synthetic vehicles refuses callers who cannot read the keys, and senseless numbers', async () => {
  const url = findRunningSite(config.dataDir, config)
  const refused = await fetch(`${url}/seed/v1`, { method: 'POST', body: '{"count":1}' })
  const { hmacSecret } = await loadKeys(config)
  const tooMany = seedThroughSite({ url, hmacSecret, count: 2_000_000, say: () => {} })

  expect(url).toBe(`http://127.0.0.1:${server.port}`)
  expect(refused.status).toBe(401)
  await expect(tooMany).rejects.toThrow('refused to add vehicles (status 400)')
})

test('npm run backup backs up the running site on whatever port it listens', async () => {
  const directory = join(folder, 'backups')
  const made = await backUpByCommand({ config, driver: openPictures(config), directory, say: () => {} })

  expect(made.manifest.tables.length).toBeGreaterThan(0)
}, 120_000)

test('npm run backup says in plain words that there is no site', async () => {
  const own = { ...config, dataDir: join(folder, 'nothing') }
  const making = backUpByCommand({ config: own, driver: openPictures(own), directory: folder, say: () => {} })

  await expect(making).rejects.toThrow(/^There is no site in .*\/nothing, so there is nothing to back up\./)
})

test('a command says that the database does not respond', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const words =
    "The database doesn't respond (connect ECONNREFUSED 127.0.0.1:5432). Check that it is running, and that DATABASE_URL is right."

  expect(failureInWords(refused)).toBe(words)
  expect(failureInWords(new AggregateError([refused, refused]))).toBe(words)
  expect(failureInWords(new Error('Something else'))).toBe('Something else')
})
