// Creates the files of a site as a given commit leaves them; see README.md for how to run it.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { packFolder } from './archive.ts'
import { ADMIN, callerOf, type Facts, fillSite, type Site } from './fill-site.ts'
import { recordBrowser } from './record-browser.ts'

const [, , checkout = '', output = '', databaseUrl = ''] = process.argv
if (!databaseUrl) throw new Error('Usage: make-site.ts CHECKOUT OUTPUT DATABASE_URL')
const port = process.env.PORT ?? '4220'
const scratch = mkdtempSync(join(tmpdir(), 'upgrade-'))
const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#7a6a4f' } })
  .png()
  .toBuffer()

const children: ChildProcess[] = []

/** Shrinks the pictures of the demo stock to a few kilobytes. */
async function shrinkPictures(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.webp'))) {
    const small = await sharp(readFileSync(join(folder, name)))
      .resize(120)
      .webp({ quality: 40 })
      .toBuffer()
    writeFileSync(join(folder, name), small)
  }
}

async function makeEmbedded(): Promise<void> {
  const dataDir = join(scratch, 'embedded')
  const { site, child } = await start(dataDir)
  const facts = await fillSite(site, picture)
  writeJson('browser.json', await recordBrowser(site.url, facts))
  writeJson('embedded.json', facts)
  await stop(child, 'SIGTERM')
  packFolder(dataDir, join(output, 'embedded.tar.br'), isPacked)

  // The same site, killed right after an enquiry was acknowledged. Only files that differ are packed.
  const killedDir = join(scratch, 'killed')
  cpSync(dataDir, killedDir, { recursive: true })
  const again = await start(killedDir)
  await sendLateEnquiry(again.site, facts)
  await stop(again.child, 'SIGKILL')
  packFolder(killedDir, join(output, 'killed.tar.br'), (path) => isPacked(path) && differs(dataDir, killedDir, path))
}

async function sendLateEnquiry(site: Site, { editedVehicle }: Facts): Promise<void> {
  const person = { name: 'Late Caller', email: 'late@upgrade.example', phone: '07123 456791' }
  const lead = { ...person, vehicle_id: editedVehicle.id, message: 'Just before the lights went out', status: 'New' }
  await callerOf(site)('/rest/v1/enquiries', lead)
}

async function makePostgres(): Promise<void> {
  const dataDir = join(scratch, 'postgres')
  const { site, child } = await start(dataDir, { DATABASE_URL: databaseUrl })
  writeJson('postgres.json', await fillSite(site, picture))
  await stop(child, 'SIGTERM')
  packFolder(dataDir, join(output, 'postgres.tar.br'), isPacked)
  // Uses inserts instead of COPY, so that the dump can be restored without psql.
  const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', databaseUrl], { maxBuffer: 2 ** 30 })
  writeFileSync(join(output, 'postgres.sql.br'), brotliCompressSync(dump))

  const backups = join(scratch, 'backups')
  execFileSync(process.execPath, [resolve(checkout, 'backend/dist/backup.js'), backups], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
  })
  packFolder(join(backups, readdirSync(backups)[0] ?? ''), join(output, 'backup.tar.br'), () => true)
}

function recordMigrations(): void {
  const folder = join(checkout, 'supabase/migrations')
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.sql')).sort()
  const hash = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
  writeJson('migrations.json', Object.fromEntries(files.map((file) => [file, hash(file)])))
}

/** Excludes the variants of pictures, which are rendered again on request. */
const isPacked = (path: string) => !path.startsWith('cache')

function differs(before: string, after: string, path: string): boolean {
  const info = statSync(join(after, path))
  const old = statSync(join(before, path), { throwIfNoEntry: false })
  if (info.isDirectory() || !old) return !old
  return !readFileSync(join(before, path)).equals(readFileSync(join(after, path)))
}

const writeJson = (name: string, value: unknown) =>
  writeFileSync(join(output, name), `${JSON.stringify(value, null, 2)}\n`)

async function start(dataDir: string, env: Record<string, string> = {}): Promise<{ site: Site; child: ChildProcess }> {
  const child = spawn(process.execPath, [resolve(checkout, 'backend/dist/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: dataDir,
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  })
  children.push(child)
  const mailbox = await new Promise<string>((found, fail) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const address = /Mailbox\s+(\S+)/.exec(printed)?.[1]
      if (address) found(address)
    })
    child.once('exit', () => fail(new Error(`The site did not start: ${printed}`)))
  })
  const { publishableKey } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'))
  return { site: { url: `http://localhost:${port}`, publishableKey, mailbox }, child }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

mkdirSync(output, { recursive: true })
const demoPictures = join(checkout, 'supabase/demo/pictures')
try {
  await shrinkPictures(demoPictures)
  recordMigrations()
  await makeEmbedded()
  await makePostgres()
} finally {
  for (const child of children) child.kill('SIGKILL')
  execFileSync('git', ['-C', checkout, 'checkout', '--', demoPictures])
  rmSync(scratch, { recursive: true, force: true })
}
