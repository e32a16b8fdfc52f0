import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import { Hono } from 'hono'
import type { Caller, Database } from '../src/db/database.ts'
import { InvalidCredentialError } from '../src/http/identify.ts'
import { createLogger } from '../src/http/log.ts'
import { createFolderDriver } from '../src/storage/folder-driver.ts'
import { createStorage } from '../src/storage/storage.ts'
import type { Engine } from '../test/engines.ts'

const ORIGIN = 'http://forecourt.test'

/** The service in memory on a fresh database and folder, and the official client for each kind of caller. */
export async function openStorage(engine: Engine) {
  const db = await engine.open()
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-storage-'))
  const callers = new Map<string, Caller>([
    ['', { role: 'anon', claims: null }],
    ['admin', { role: 'authenticated', claims: { sub: await createUser(db, 'admin') } }],
    ['customer', { role: 'authenticated', claims: { sub: await createUser(db, 'user') } }],
    ['service', { role: 'service_role', claims: { role: 'service_role' } }],
  ])
  const identify = async (request: Request) => {
    const caller = callers.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '')
    if (!caller) throw new InvalidCredentialError('invalid-token')
    return caller
  }
  const driver = createFolderDriver(join(folder, 'pictures'))
  const storage = createStorage({ db, driver, identify, log: createLogger('silent'), cacheDir: join(folder, 'cache') })
  const app = new Hono().route('/storage/v1', storage.routes)
  const request = async (input: string | URL | Request, init?: RequestInit) => app.fetch(new Request(input, init))

  return {
    db,
    driver,
    storage,
    /** Any request, with a path under /storage/v1. */
    request: (path: string, init?: RequestInit) => request(`${ORIGIN}/storage/v1${path}`, init),
    as: (who: 'visitor' | 'admin' | 'customer' | 'service' | 'forger') =>
      new StorageClient(`${ORIGIN}/storage/v1`, who === 'visitor' ? {} : { authorization: `Bearer ${who}` }, request),
    filesOnDisk: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile()),
    async close() {
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type OpenStorage = Awaited<ReturnType<typeof openStorage>>

async function createUser(db: Database, role: 'admin' | 'user'): Promise<string> {
  const id = randomUUID()
  await db.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
    id,
    `${id}@x.example`,
  ])
  await db.query(
    'insert into public.profiles (id, first_name, last_name, email) values ($1, $2, $2, $3) on conflict (id) do nothing',
    [id, role, `${id}@x.example`],
  )
  await db.query('insert into public.user_roles (user_id, role) values ($1, $2) on conflict do nothing', [id, role])
  return id
}
