// Tests the built commands end to end for every pair of engines: seed, leads, pictures, a backup while visitors send
// leads, and a restore elsewhere. Also tests move-to-postgres. Run by npm run test:long.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { administer, connectionString, engines, postgresSocket, testDirectory } from './engines.ts'

const root = resolve(import.meta.dirname, '../..')
const ADMIN = { email: 'owner@private.example', password: 'first-admin-password' }
const run = promisify(execFile)

type EngineName = 'embedded' | 'postgres'
type Environment = Record<string, string>

const environment = (env: Environment): Environment => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  CAPTCHA: 'off',
  WORKERS: '1',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  ...env,
})

const command = (name: string, args: string[], env: Environment) =>
  run(process.execPath, [join(root, `backend/dist/${name}.js`), ...args], { env: environment(env) })

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return String(port)
}

async function emptyPlace(engine: EngineName): Promise<Environment> {
  const place: Environment = { DATA_DIR: join(testDirectory(), `walk-${randomUUID()}`), PORT: await freePort() }
  if (engine === 'embedded') return place
  const socket = await postgresSocket()
  const name = `walk_${randomUUID().replaceAll('-', '')}`
  await administer(socket, `create database ${name}`)
  return { ...place, DATABASE_URL: connectionString(socket, name).replace('@/', '@localhost/') }
}

const running = new Set<ChildProcess>()

async function start(place: Environment) {
  const child = spawn(process.execPath, [join(root, 'backend/dist/main.js')], {
    env: environment(place),
    stdio: 'inherit',
  })
  running.add(child)
  const url = `http://127.0.0.1:${place.PORT}`
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).ok).toBe(true), {
    timeout: 120_000,
    interval: 200,
  })
  const keys = JSON.parse(await readFile(join(place.DATA_DIR ?? '', 'keys.json'), 'utf8'))
  const request = async (path: string, init: RequestInit = {}) => {
    const key = path.startsWith('/rest') ? keys.secretKey : keys.publishableKey
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return fetch(`${url}${path}`, { ...init, headers })
  }
  return {
    url,
    request,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      running.delete(child)
    },
  }
}
type Site = Awaited<ReturnType<typeof start>>

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

async function writeLead(site: Site, number: number): Promise<void> {
  const response = await site.request('/rest/v1/contact_messages', {
    method: 'POST',
    body: JSON.stringify({ name: `Visitor ${number}`, email: `v${number}@example.com`, message: `Hello ${number}` }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

/** The page without the parts that differ between renderings and addresses. */
const textOf = (html: string) =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/ nonce="[^"]*"/g, '')
    .replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, '')

/** The parts of the site that visitors and the owner can see. */
async function contentOf(site: Site) {
  const rows = async (path: string) =>
    (await (await site.request(`/rest/v1/${path}`)).json()) as Record<string, string>[]
  const images = await rows('vehicle_images?select=image_url&order=vehicle_id,display_order&limit=10')
  const page = async (path: string) => textOf(await (await fetch(`${site.url}${path}`)).text())
  const pictures = images.map(async ({ image_url }) => {
    const response = await fetch(`${site.url}${image_url}`)
    return [
      response.status,
      createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex'),
    ]
  })
  const [vehicle] = await rows('vehicles?select=id&order=id&limit=1')
  return {
    vehicles: await rows('vehicles?order=id'),
    features: await rows('vehicle_features?order=id'),
    profiles: await rows('profiles?order=id'),
    config: await rows('config?order=key'),
    list: await page('/vehicles'),
    vehicle: await page(`/vehicles/${vehicle?.id}`),
    sitemap: await page('/sitemap.xml'),
    pictures: await Promise.all(pictures),
    login: (await site.request('/auth/v1/token?grant_type=password', { method: 'POST', body: JSON.stringify(ADMIN) }))
      .status,
  }
}

const leadsOf = async (site: Site) => {
  const rows = (await (await site.request('/rest/v1/contact_messages?select=name')).json()) as { name: string }[]
  return new Set(rows.map(({ name }) => name))
}

async function fill(place: Environment): Promise<Site> {
  await command('seed', ['30'], place)
  const site = await start(place)
  for (let number = 0; number < 20; number++) await writeLead(site, number)
  return site
}

const ways = (['embedded', 'postgres'] as const).flatMap((from) =>
  (['embedded', 'postgres'] as const).map((to) => [from, to] as const),
)

describe.runIf(process.env.TEST_LONG && engines.length === 2)('the built commands', () => {
  test.each(ways)(
    'a backup of %s that is taken while visitors send leads can be restored as the same site on %s',
    async (from, to) => {
      const source = await emptyPlace(from)
      const site = await fill(source)
      const before = await contentOf(site)
      let isOver = false
      let written = 20
      const writing = (async () => {
        while (!isOver) await writeLead(site, written++)
      })()
      const backups = join(testDirectory(), `backups-${randomUUID()}`)

      await command('backup', [backups], source)
      isOver = true
      await writing
      await site.stop()
      const target = await emptyPlace(to)
      const [backup = ''] = await readdir(backups)
      await command('restore', [join(backups, backup)], target)
      const restored = await start(target)

      const after = await contentOf(restored)
      expect(after.vehicles.length).toBeGreaterThanOrEqual(30)
      expect(after.pictures.length).toBeGreaterThan(0)
      expect(after.pictures.every(([status]) => status === 200)).toBe(true)
      expect(after.login).toBe(200)
      expect(after).toEqual(before)
      // All leads from before the backup are present, and the later leads form a series without gaps.
      const leads = await leadsOf(restored)
      expect(leads.size).toBeGreaterThanOrEqual(20)
      for (let number = 0; number < leads.size; number++) expect(leads).toContain(`Visitor ${number}`)
      expect(
        (await (await restored.request('/rest/v1/rpc/backup_status', { method: 'POST' })).json()).held,
      ).not.toBeNull()
      await restored.stop()
      await expect(command('restore', [join(backups, backup)], target)).rejects.toThrow('into an empty')
    },
    300_000,
  )

  test('move-to-postgres moves an embedded site to a server without changing the site', async () => {
    const source = await emptyPlace('embedded')
    const site = await fill(source)
    const before = await contentOf(site)
    const { DATABASE_URL = '' } = await emptyPlace('postgres')
    await expect(command('move-to-postgres', [], { ...source, DATABASE_URL })).rejects.toThrow('Stop the site first')
    await site.stop()

    const { stdout } = await command('move-to-postgres', [], { ...source, DATABASE_URL })

    expect(stdout).toContain('Each row was compared with its source')
    expect(stdout).not.toContain(DATABASE_URL)
    const moved = await start({ ...source, DATABASE_URL })
    expect(await contentOf(moved)).toEqual(before)
    expect((await leadsOf(moved)).size).toBe(20)
    await moved.stop()
  }, 300_000)
})
