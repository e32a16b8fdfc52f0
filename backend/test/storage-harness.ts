import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import { Hono } from 'hono'
import { asRole } from '../src/db/as-role.ts'
import { createChangeFeed } from '../src/db/change-feed.ts'
import type { Caller, Database } from '../src/db/database.ts'
import { rememberClientAddress } from '../src/http/caller/client-address.ts'
import { InvalidCredentialError } from '../src/http/caller/identify.ts'
import { createLogger } from '../src/http/observability/log.ts'
import { createIncidents } from '../src/status/incidents.ts'
import type { StorageDriver } from '../src/storage/drivers/driver.ts'
import { createFolderDriver } from '../src/storage/drivers/folder-driver.ts'
import { createStorage } from '../src/storage/storage.ts'
import type { Engine } from './engines.ts'

const ORIGIN = 'http://forecourt.test'

/**
 * The service in process, and the official client for each kind of caller. The database, folder and driver are new
 * unless passed in; the caller closes and removes any that it passes in.
 */
export async function openStorage(
  engine: Engine,
  given: { db?: Database; folder?: string; driver?: StorageDriver } = {},
) {
  const db = given.db ?? (await engine.open())
  const folder = given.folder ?? (await mkdtemp(join(tmpdir(), 'forecourt-storage-')))
  const callers = new Map<string, Caller>([
    ['', { role: 'anon', claims: null }],
    ['admin', await createUser(db, 'admin')],
    ['customer', await createUser(db, 'user')],
    ['service', { role: 'service_role', claims: { role: 'service_role' } }],
  ])
  const identify = async (request: Request) => {
    const caller = callers.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '')
    if (!caller) throw new InvalidCredentialError('invalid-token')
    return caller
  }
  const driver = given.driver ?? createFolderDriver(join(folder, 'pictures'))
  const log = createLogger('silent')
  const incidents = createIncidents(db, log)
  const changes = createChangeFeed(db)
  await changes.start()
  const storage = createStorage({
    db,
    driver,
    identify,
    incidents,
    log,
    cacheDir: join(folder, 'cache'),
    secret: 'of this test',
    changes,
  })
  const app = new Hono().use(rememberClientAddress(null, log)).route('/storage/v1', storage.routes)
  const request = async (input: string | URL | Request, init?: RequestInit, address?: string) =>
    app.fetch(new Request(input, init), address ? { incoming: { socket: { remoteAddress: address } } } : {})

  return {
    db,
    folder,
    driver,
    storage,
    incidents,
    app,
    changes,
    /** A plain request to a path under /storage/v1. */
    request: (path: string, init?: RequestInit) => request(`${ORIGIN}/storage/v1${path}`, init),
    /** A request from a client's address; without an address, the request counts as the server's own. */
    requestFrom: (address: string, path: string, init: RequestInit = {}) =>
      request(`${ORIGIN}/storage/v1${path}`, init, address),
    as: (who: 'visitor' | 'admin' | 'customer' | 'service' | 'forger') =>
      new StorageClient(`${ORIGIN}/storage/v1`, who === 'visitor' ? {} : { authorization: `Bearer ${who}` }, request),
    /** Runs a statement with the rights of a caller. */
    query: (who: 'admin' | 'customer', text: string, values: unknown[]) =>
      asRole(db, callers.get(who) as Caller, (tx) => tx.query(text, values)),
    filesOnDisk: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile()),
    /** Resolves once the service has been notified of changes that a test made directly in the database. */
    settle: changes.settle,
    async close() {
      await changes.stop()
      if (!given.db) await db.close()
      if (!given.folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

export type OpenStorage = Awaited<ReturnType<typeof openStorage>>

/** The user's session has the same id as the user. */
async function createUser(db: Database, role: 'admin' | 'user'): Promise<Caller> {
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
  await db.query('insert into auth.sessions (id, user_id) values ($1, $1)', [id])
  return { role: 'authenticated', claims: { sub: id, session_id: id } }
}
